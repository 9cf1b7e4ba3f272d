/** What the referee foresees of a move, for gauges and buttons. */
import type { Change } from '../../lib/protocol';
import type { Foresight } from '../../lib/scene.svelte';
import { t } from '../../lib/text';
import { words } from './text';

/** The figures of one seat that will be others, by field. */
export function nextOf(changes: Change[], seat: number): Partial<Record<string, [number, number]>> {
  const found = changes.flatMap((change) => {
    const [, at, field = '', ...deeper] = change.path.split('.');
    return Number(at) === seat && !deeper.length
      ? [[field, [change.before, change.after] as [number, number]] as const]
      : [];
  });
  return Object.fromEntries(found);
}

/** The same of whoever decides, with the burn that goes out: of that the referee says so in a note. */
export function ownNext(ahead: Foresight<unknown> | undefined, seat: number, burn: number): ReturnType<typeof nextOf> {
  const next = nextOf(ahead?.changes ?? [], seat);
  return ahead?.notes.includes(words.goesOut(burn)) ? { ...next, burn: [burn, 0] } : next;
}

/** A figure and what becomes of it stay on one line. */
export const unbroken = (told: string): string => told.replace(/ → /g, '\u00a0→\u00a0');

const seatOf = ({ path }: Change): number => Number(path.split('.')[1]);
/** Nobody has less than no health. */
const least = ({ path }: Change, value: number): number => (path.endsWith('.hp') ? Math.max(0, value) : value);

/** What comes of it, without the magic that it costs. Figures of another seat than the one it is `about` bear its name. */
export function resultsOf(
  ahead: Foresight<unknown> | undefined,
  about: number | null = null,
  name: (seat: number) => string = String,
): string {
  const figures = (ahead?.changes ?? []).filter((change) => !change.path.endsWith('.magic'));
  const told = figures.map((change) => {
    const became = t.bar.change(String(least(change, change.before)), String(least(change, change.after)));
    const whose = about === null || seatOf(change) === about ? '' : `${name(seatOf(change))}: `;
    return `${whose}${change.what} ${became}`;
  });
  return [...told, ...(ahead?.notes ?? [])].join(', ');
}

/** The same for a button: where it changes figures of others only, what it is worth comes first. */
export function comesTo(ahead: Foresight<unknown> | undefined, about: number, name: (seat: number) => string): string {
  const results = resultsOf(ahead, about, name);
  const seats = (ahead?.changes ?? []).filter((change) => !change.path.endsWith('.magic')).map(seatOf);
  const others = seats.length > 0 && !seats.includes(about);
  return others ? [ahead?.about, results].filter(Boolean).join(', ') : results || (ahead?.about ?? '');
}
