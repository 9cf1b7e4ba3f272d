/** `health 20 → 15` in the referee's sentence, found again so that the gauges can show it. */
export interface FigureChange {
  name: string;
  from: number;
  to: number;
}

export function changesIn(about: string): FigureChange[] {
  return [...about.matchAll(/(health|shield|burn|magic) (-?\d+) → (-?\d+)/g)].map((found) => ({
    name: found[1] ?? '',
    from: Number(found[2]),
    to: Number(found[3]),
  }));
}

export function nextOf(changes: FigureChange[]): Record<string, [number, number]> {
  return Object.fromEntries(changes.map((change) => [change.name, [change.from, change.to]]));
}
