/**
 * What this browser does for fair dice, by itself: it keeps the promise of every table from before the match, adds a
 * word of its own to the dice, under a seal where others sit down too, and opens it when everybody is bound. It keeps
 * what bound the others, too: whoever told it afterwards could have chosen it.
 */
import { api, Refused } from './api';
import type { NewTable, SeatInfo, Sit, TableInfo } from './protocol';
import { sha256 } from './sha256';

/** What bound a seat before the words were opened: its seal, or its word where that was said openly. */
export type Bond = Pick<SeatInfo, 'seal' | 'nonce'>;

export interface Kept {
  /** the promise, as it was before the match */
  commitment: string;
  word?: string;
  /** the word lies under a seal */
  sealed?: boolean;
  /** what bound every seat when the word was told */
  bonds?: Bond[];
  at: number;
}

const KEY = 'innkeeper.dice';
const TABLES = 200;
let book: Record<string, Kept> = {};

function read(): Record<string, Kept> {
  try {
    book = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    // a browser that keeps nothing: until the page is closed
  }
  return book;
}

function write(id: string, entry: Omit<Kept, 'at'>): void {
  const all = Object.entries({ ...read(), [id]: { ...entry, at: Date.now() } });
  book = Object.fromEntries(all.sort(([, one], [, other]) => other.at - one.at).slice(0, TABLES));
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
  } catch {
    // as above
  }
}

export const sealOf = (word: string): string => sha256(new TextEncoder().encode(`innkeeper word:${word}`));

/** What was kept of a table, if anything. */
export const keptOf = (id: string): Kept | null => read()[id] ?? null;

/** A word that nobody can guess. */
function newWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keep the promise of a table that has not begun. The first one counts. */
export function keepPromise(table: TableInfo): void {
  if ((table.status === 'open' || table.status === 'dealing') && !keptOf(table.id))
    write(table.id, { commitment: table.commitment });
}

function keepWord(table: TableInfo, word: string, sealed: boolean): void {
  const bonds = sealed || !alone(table) ? {} : { bonds: bondsOf(table) };
  write(table.id, { commitment: keptOf(table.id)?.commitment ?? table.commitment, word, sealed, ...bonds });
}

const bondsOf = (table: TableInfo): Bond[] => table.seats.map(({ seal, nonce }) => ({ seal, nonce }));

/** Are all others bots? They have no word; what people say openly is shown only when everybody is bound. */
const alone = (table: TableInfo): boolean =>
  table.seats.every((seat) => seat.who === 'bot' || table.yours?.includes(seat.seat));

const wordFor = (seats: number[], word: string): Record<string, string> =>
  Object.fromEntries(seats.map((seat) => [String(seat), word]));

/** Set a table; where nobody else is to come, begin: its promise first, then the word. */
export async function setTable(body: NewTable & { seats: NonNullable<NewTable['seats']> }): Promise<TableInfo> {
  const word = newWord();
  const others = body.seats.some((place) => place.who === 'open');
  const seats = others
    ? body.seats.map((place) => (place.who === 'you' ? { ...place, seal: sealOf(word) } : place))
    : body.seats;
  const { table } = await api.create({ ...body, seats });
  keepWord(table, word, others);
  return others ? table : api.start(table.id, { nonces: wordFor(table.yours ?? [], word) });
}

const sitting = new Map<string, Promise<TableInfo>>();

/** Sit down, or say that you are ready, with a new word under its seal. A second click is the same wish. */
export function sitDown(table: TableInfo, body: Sit): Promise<TableInfo> {
  const sat = sitting.get(table.id) ?? takeChair(table, body).finally(() => sitting.delete(table.id));
  sitting.set(table.id, sat);
  return sat;
}

async function takeChair(table: TableInfo, body: Sit): Promise<TableInfo> {
  const before = keptOf(table.id);
  const word = newWord();
  keepWord(table, word, true);
  const seated = await api.sit(table.id, { ...body, seal: sealOf(word) }).catch((wrong: unknown) => {
    if (wrong instanceof Refused && before) write(table.id, before); // its word may lie under a seal already
    throw wrong;
  });
  return openWords(seated.table);
}

/** Begin at a table where everybody sits. */
export async function begin(table: TableInfo): Promise<TableInfo> {
  const known = keptOf(table.id);
  if (known?.sealed) return openWords(await api.start(table.id, {}));
  const word = known?.word ?? newWord();
  keepWord(table, word, false);
  return api.start(table.id, { nonces: wordFor(table.yours ?? [], word) });
}

/** Does this browser hold the word under the seal of one of its seats? */
export function holdsWord(table: TableInfo): boolean {
  const seal = sealOf(keptOf(table.id)?.word ?? '');
  return (table.yours ?? []).some((seat) => table.seats[seat]?.seal === seal);
}

/** Everybody is bound: open the word. */
export async function openWords(table: TableInfo): Promise<TableInfo> {
  if (table.status !== 'dealing') return table;
  const known = keptOf(table.id);
  const word = known?.word ?? '';
  const seal = sealOf(word);
  const shut = (table.yours ?? []).filter((seat) => table.seats[seat]?.seal === seal && !table.seats[seat]?.opened);
  if (!shut.length) return table;
  if (known && !known.bonds) write(table.id, { ...known, bonds: bondsOf(table) });
  return api.openWords(table.id, { words: wordFor(shut, word) });
}
