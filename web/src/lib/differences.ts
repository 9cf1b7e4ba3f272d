/** What a preview changes, figure by figure. Both views come from the server; here they are only compared. */
export interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

export function differences(before: unknown, after: unknown, path = ''): Change[] {
  if (before === after) return [];
  const plain = (value: unknown) => value === null || typeof value !== 'object';
  if (plain(before) || plain(after)) return [{ path, from: before, to: after }];
  const a = before as Record<string, unknown>;
  const b = after as Record<string, unknown>;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], path ? `${path}.${key}` : key),
  );
}
