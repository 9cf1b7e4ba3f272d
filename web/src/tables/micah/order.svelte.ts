/** MG-4.8: in which order one's own pack lies is a matter of one's own screen. Remembered by kind of card. */
const KEY = 'innkeeper.pack';

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

let order = $state.raw<string[]>(kept());

/** The pack as its owner wants it; what has no place yet comes last, as it was gained. */
export function arranged(pack: string[]): string[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...pack].sort((one, other) => place(one) - place(other));
}

/** Move a card of the pack before the one in front of it. */
export function moveForward(pack: string[], id: string): void {
  const kinds = [...new Set(arranged(pack))];
  const at = kinds.indexOf(id);
  if (at < 1) return;
  kinds.splice(at - 1, 2, id, kinds[at - 1] ?? id);
  order = [...kinds, ...order.filter((one) => !kinds.includes(one))];
  try {
    localStorage.setItem(KEY, JSON.stringify(order.slice(0, 200)));
  } catch {
    // a screen that forgets is still a screen
  }
}
