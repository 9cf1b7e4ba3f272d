/** How an update is told: line by line, each with the view as it lies on the table once that line is true.
 *
 * The server sends one view, after everything. What came before it is read from the events, which say what became of
 * every figure they speak of; so telling costs the server nothing. A table's `tell` changes only what an event says, and
 * takes things it cannot say (a new block, a drawn card) from the view that is sure to come.
 */
import type { Book } from './book.svelte';
import type { LogLine } from './protocol';
import type { AnyView } from './views';

/** What happened, as the log has it. */
export type Told = LogLine['event'];

/** What is known while it is told: where it leads, and what the cards are. */
export interface Knowing<V> {
  latest: V;
  book: Book;
}

/** The view once this has happened; the same view if nothing on the table changes with it. */
export type Tell<V = AnyView> = (view: V, event: Told, known: Knowing<V>) => V;

/** One fact on its way to the table: how long it is looked at, the lines it tells, and what the table shows then. */
export interface Beat<V = AnyView> {
  ms: number;
  lines: LogLine[];
  view: V;
}

/** How long a line is looked at; 0: it is told with the one before. `changed`: it moved something on the table. */
export type Rhythm = (line: LogLine, changed: boolean) => number;

const DICE_MS = 900;
const FACT_MS = 480;
const WORD_MS = 250;
const LONGEST_MS = 5200;

/** Dice are seen to roll, and whatever changes the table is seen to change it; the rest is read in the ledger. */
export const plainRhythm: Rhythm = (line, changed) => (line.dice.length ? DICE_MS : changed ? FACT_MS : 0);

/** The lines of an update as beats. However much happened, nobody waits for ever. */
export function beatsOf<V extends AnyView>(
  news: LogLine[],
  before: V,
  known: Knowing<V>,
  tell: Tell<V>,
  rhythm: Rhythm,
): Beat<V>[] {
  const beats: Beat<V>[] = [];
  let view = before;
  for (const line of news) {
    const next = tell(view, line.event, known);
    const ms = rhythm(line, next !== view);
    const last = beats.at(-1);
    if (ms || !last) beats.push({ ms: ms || WORD_MS, lines: [line], view: next });
    else {
      last.lines.push(line);
      last.view = next;
    }
    view = next;
  }
  const all = beats.reduce((sum, beat) => sum + beat.ms, 0);
  const hurry = Math.min(1, LONGEST_MS / all);
  return beats.map((beat) => ({ ...beat, ms: beat.ms * hurry }));
}

type Row<V extends AnyView> = V['seats'][number];

/** The view with these fields of a seat. */
export function withSeat<V extends AnyView>(view: V, seat: unknown, change: Partial<Row<V>> | null): V {
  if (typeof seat !== 'number' || !view.seats[seat] || !change) return view;
  return { ...view, seats: view.seats.map((row, at) => (at === seat ? { ...row, ...change } : row)) };
}

/** The view with these fields of what all share. */
export function withTable<V extends AnyView>(view: V, change: Partial<V['table']>): V {
  return { ...view, table: { ...view.table, ...change } };
}

/** A list without one of its members. */
export function without<T>(list: readonly T[], one: T): T[] {
  const at = list.indexOf(one);
  return at < 0 ? [...list] : [...list.slice(0, at), ...list.slice(at + 1)];
}

/** For any game: a figure changes with the first line that says its new value of the seat it belongs to. */
export const plainTell: Tell = (view, event, { latest }) => {
  let next = view;
  const whose = Object.values(event).filter((value) => typeof value === 'number' && value in view.seats) as number[];
  for (const seat of new Set([event.seat, ...whose])) {
    const row = (view.seats[seat] ?? {}) as unknown as Record<string, unknown>;
    const then = (latest.seats[seat] ?? {}) as unknown as Record<string, unknown>;
    const said = new Set(Object.values(event));
    for (const [name, value] of Object.entries(then)) {
      const named = name in event ? event[name] === value : said.has(value);
      if (typeof value === 'number' && row[name] !== value && named) next = withSeat(next, seat, { [name]: value });
    }
  }
  return next;
};
