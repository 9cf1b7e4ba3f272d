/**
 * The decks of a person. They are kept by the browser, beside the name and the settings, for guests have nothing else;
 * each account that is used here has a shelf of its own. What a deck must be, only the referee knows: it is asked.
 */
import { api } from '../lib/api';
import type { Card } from '../lib/book.svelte';
import { words } from './text';

export interface Deck {
  id: string;
  name: string;
  cards: Record<string, number>;
}

/** A deck as the value of an option, and as a JSON file. */
export interface Brought {
  game: string;
  name: string;
  cards: Record<string, number>;
}

const KEY = 'innkeeper.decks';

type Shelves = Record<string, Deck[]>;

function load(): Shelves {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found !== null && typeof found === 'object' ? (found as Shelves) : {};
  } catch {
    return {};
  }
}

class Kept {
  #shelves = $state<Shelves>(load());
  /** whose shelf: the account, or whoever uses this browser */
  owner = $state('');
  #asked: Promise<void> = Promise.resolve();

  /** Ask whose shelf it is: people come and go. Until that is known nothing is put on any. */
  arrive(): Promise<void> {
    this.#asked = api.me().then(
      (me) => void (this.owner = me.account ?? ''),
      () => undefined, // without a line it stays as it was
    );
    return this.#asked;
  }

  #key(game: string): string {
    return `${game} ${this.owner}`;
  }

  of(game: string): Deck[] {
    return this.#shelves[this.#key(game)] ?? [];
  }

  /** Put a deck on the shelf, in the place of the one it has become. */
  async keep(game: string, deck: Deck): Promise<void> {
    await this.#asked;
    const others = this.of(game);
    const known = others.some((one) => one.id === deck.id);
    this.#write(game, known ? others.map((one) => (one.id === deck.id ? deck : one)) : [...others, deck]);
  }

  async remove(game: string, id: string): Promise<void> {
    await this.#asked;
    this.#write(
      game,
      this.of(game).filter((one) => one.id !== id),
    );
  }

  #write(game: string, decks: Deck[]): void {
    this.#shelves = { ...load(), [this.#key(game)]: decks }; // another window may have kept something meanwhile
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#shelves));
    } catch {
      // a private window keeps nothing; the deck can still be played with and exported
    }
  }
}

export const kept = new Kept();

let made = 0;

export function newDeck(name: string, cards: Record<string, number> = {}): Deck {
  made += 1;
  return { id: `${Date.now().toString(36)}-${made}`, name, cards: { ...cards } };
}

export const sizeOf = (deck: Pick<Deck, 'cards'>): number =>
  Object.values(deck.cards).reduce((sum, one) => sum + one, 0);

/** One card more or less; none is not there. */
export function changed(deck: Deck, card: string, by: number): Deck {
  const cards = { ...deck.cards, [card]: (deck.cards[card] ?? 0) + by };
  if ((cards[card] ?? 0) < 1) delete cards[card];
  return { ...deck, cards };
}

/** The plain form of a deck file (AF-10.4): its name, then how often which card. */
export function fileOf(deck: Deck): string {
  const lines = Object.entries(deck.cards).map(([card, count]) => `${count} ${card}\n`);
  return `# ${deck.name.trim() || words.unnamed}\n${lines.join('')}`;
}

export const broughtOf = (game: string, deck: Deck): Brought => ({ game, name: deck.name, cards: { ...deck.cards } });

export interface Problem {
  refuses: boolean;
  text: string;
  card: string | null;
}

/** A problem in the referee's words, as a sentence without the codes of the program. */
export function problemOf(said: string, nameOf: (card: string) => string): Problem {
  const [, code = 'E-', text = said] = /^(?:line \d+: )?([EW]-[A-Z]+): (.*)$/s.exec(said) ?? [];
  const id = /^([a-z0-9-]+)(?=[: ])/.exec(text)?.[1] ?? '';
  const name = nameOf(id);
  const plain = (name ? name + text.slice(id.length) : text)
    .replace(/ is not `<count> <card-id>`$/, ` ${words.noLineOf}`)
    .replace(/ in the pack '[^']*'/, '')
    .replace(/ \([a-z_]+\)$/, '')
    .replace(/([^.?])$/, '$1.');
  return {
    refuses: code.startsWith('E'),
    text: plain.charAt(0).toUpperCase() + plain.slice(1),
    card: name ? id : null,
  };
}

const MOST_TOLD = 4;

/** As much of what is wrong as somebody wants to read. */
export function firstOf(problems: string[]): string[] {
  const told = problems.slice(0, MOST_TOLD);
  return problems.length > told.length ? [...told, words.more(problems.length - told.length)] : told;
}

const MOST_BYTES = 20_000; // the referee reads no more either

/** A deck file in which cards may be called by their names as well. */
export function spelled(text: string, cards: Card[]): string {
  if (/^\s*[[{]/.test(text)) return text;
  const ids = new Map(cards.map((card) => [card.name.toLowerCase(), card.id]));
  return text.replace(
    /^([ \t]*\d+)[ \t]*[x×]?[ \t]+([^#\r\n]+?)(?=[ \t]*(?:#|\r?$))/gimu,
    (line, count, called: string) => {
      const id = ids.get(called.toLowerCase());
      return id ? `${count} ${id}` : line;
    },
  );
}

/** A deck that is not finished yet, as it was put into a file: no referee lets it play, but it can be built on. */
export function draftOf(text: string, cards: Card[]): Pick<Deck, 'name' | 'cards'> | null {
  let name = '';
  let counts: [string, unknown][] = [];
  if (/^\s*\{/.test(text)) {
    try {
      const read = JSON.parse(text) as Partial<Brought>;
      name = String(read.name ?? '');
      counts = Object.entries(read.cards ?? {});
    } catch {
      return null;
    }
  } else {
    const lines = text.split(/\r?\n/);
    name =
      lines
        .find((line) => line.startsWith('#'))
        ?.slice(1)
        .trim() ?? '';
    counts = lines
      .map((line) => line.replace(/#.*/, '').trim())
      .filter(Boolean)
      .map((line) => {
        const [count = '', id = ''] = line.split(/\s+(.*)/);
        return [id, Number(count)];
      });
  }
  const known = new Set(cards.map((card) => card.id));
  const right = ([id, count]: [string, unknown]) => known.has(id) && Number.isInteger(count) && Number(count) > 0;
  if (!counts.length || !counts.every(right)) return null;
  const deck = counts.reduce((sum, [id, count]) => changed(sum, id, Number(count)), newDeck(name || words.unnamed));
  return { name: deck.name.slice(0, 40), cards: deck.cards };
}

/** A file that somebody brings, as the referee reads it: the deck, or what is wrong with it, and what there is of it. */
export async function readFile(
  game: string,
  file: File,
  cards: Card[],
  options: Record<string, unknown> = {},
): Promise<{ deck: Brought | null; draft: ReturnType<typeof draftOf>; problems: string[] }> {
  const nothing = { deck: null, draft: null };
  if (file.size > MOST_BYTES) return { ...nothing, problems: [words.tooLarge] };
  const written = await file.text();
  if (/[\0\ufffd]/.test(written)) return { ...nothing, problems: [words.noText] };
  const text = spelled(written, cards);
  const { deck, problems } = await api.readDeck(game, { text, options });
  const nameOf = (id: string) => cards.find((card) => card.id === id)?.name ?? '';
  return {
    deck: deck as Brought | null,
    draft: draftOf(text, cards),
    problems: problems.map((said) => problemOf(said, nameOf).text),
  };
}

export const costOf = (card: Card | null | undefined): number => Number(card?.raw.cost ?? 0);

const TOP = 6;

/** How many cards cost how much, the dearest together. */
export function curveOf(deck: Deck, card: (id: string) => Card | null): { cost: string; count: number }[] {
  const counts = Array.from({ length: TOP + 1 }, () => 0);
  for (const [id, count] of Object.entries(deck.cards)) {
    const place = Math.min(TOP, costOf(card(id)));
    counts[place] = (counts[place] ?? 0) + count;
  }
  const last = Math.max(...counts.map((count, cost) => (count ? cost : 0)));
  return counts
    .map((count, cost) => ({ cost: cost === TOP ? `${TOP}+` : String(cost), count }))
    .slice(counts[0] ? 0 : 1, Math.max(6, last + 1));
}

export const typesOf = (card: Card): string[] => (Array.isArray(card.raw.types) ? (card.raw.types as string[]) : []);

/** The shelf of a sheet on which a card will stand. */
export function shelfOf(card: Card | null): string {
  const types = card ? typesOf(card) : [];
  if (types.includes('Class') || types.includes('Race')) return 'calling';
  if (types.includes('Consumable')) return 'bottles';
  return types.includes('Item') ? 'worn' : 'company';
}

const keys = (value: unknown): string[] => (value !== null && typeof value === 'object' ? Object.keys(value) : []);

/** The callings: every class and race has the cards that need it or give it. */
export const callingsOf = (cards: Card[]): Card[] => cards.filter((card) => shelfOf(card) === 'calling');

export const isRace = (card: Card): boolean => Array.isArray(card.raw.types) && card.raw.types.includes('Race');

export function belongs(card: Card, calling: string): boolean {
  return card.id === calling || keys(card.raw.needs).includes(calling) || keys(card.raw.provides).includes(calling);
}

/** All cards of a deck in a new order. The dice of a match are the referee's; these are for nobody. */
export function shuffled(deck: Deck): string[] {
  const pile = Object.entries(deck.cards).flatMap(([card, count]) => Array.from({ length: count }, () => card));
  for (let left = pile.length - 1; left > 0; left--) {
    const other = Math.floor(Math.random() * (left + 1));
    [pile[left], pile[other]] = [pile[other] ?? '', pile[left] ?? ''];
  }
  return pile;
}
