/** What is known of a game besides the match: names, cards, rulebook. Fetched once per game and pack. */
import { humanise } from './actions';
import { api, type Content } from './api';
import type { ClauseInfo, GameInfo, RulebookInfo } from './protocol';
import { t } from './text';

export interface Card {
  id: string;
  kind: string;
  name: string;
  text: string;
  flavour: string;
  clause: string | null;
  figures: Record<string, string>;
  raw: Record<string, unknown>;
}

const QUIET = new Set(['name', 'flavour', 'icon', 'text', 'clause', 'id', 'original', 'verb']);

type Names = Record<string, string>;

function spell(value: unknown, names: Names): string | null {
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  if (typeof value === 'boolean') return value ? t.yes : null;
  if (Array.isArray(value)) {
    const parts = value.map((one) => spell(one, names));
    return parts.length && parts.every((part) => part !== null) ? parts.join(', ') : null;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    if ('id' in value) return String(value.id); // a part with a name of its own, such as the side of a die
    if (entries.length && entries.every(([, inner]) => typeof inner === 'number'))
      return t.list(entries.map(([id, count]) => `${count} ${names[id] ?? id.replace(/[-_]/g, ' ')}`));
    const parts = entries.map(([name, inner]) => [name.replace(/[-_]/g, ' '), spell(inner, names)] as const);
    return parts.length && parts.every(([, inner]) => inner !== null)
      ? parts.map(([name, inner]) => (/^(do|amount)$/.test(name) ? inner : `${name} ${inner}`)).join(' ')
      : null;
  }
  return null;
}

/** The words of a card for people: a minus is none of the hyphens, and what can be done with it is called in words. */
export function plain(text: string, deeds: unknown): string {
  const ids = Object.keys(typeof deeds === 'object' && deeds ? deeds : {}).filter((id) => id.includes('-'));
  const signed = text.replace(/(?<![\w-])-(?=\d)/g, '−');
  return ids.reduce((said, id) => said.replaceAll(id, id.replaceAll('-', ' ')), signed);
}

/** Every entry `[kind.id]` with a name is a card. */
export function cardsOf(content: Content, texts: Record<string, string>, names: Names): Card[] {
  const cards: Card[] = [];
  for (const file of Object.values(content)) {
    for (const [kind, entries] of Object.entries(file)) {
      if (entries === null || typeof entries !== 'object' || Array.isArray(entries)) continue;
      for (const [id, entry] of Object.entries(entries as Record<string, Record<string, unknown>>)) {
        if (entry === null || typeof entry !== 'object' || typeof entry.name !== 'string') continue;
        const figures: Record<string, string> = {};
        for (const [name, value] of Object.entries(entry)) {
          const words = QUIET.has(name) ? null : spell(value, names);
          if (words) figures[name] = words;
        }
        const text = texts[id] ?? texts[`${id}-1`]; // of several copies the first speaks for all
        if (text) delete figures.effects;
        cards.push({
          id,
          kind,
          name: entry.name,
          text: plain(text ?? (typeof entry.text === 'string' ? entry.text : ''), entry.actions),
          flavour: typeof entry.flavour === 'string' ? entry.flavour : '',
          clause: typeof entry.clause === 'string' ? entry.clause : null,
          figures,
          raw: entry,
        });
      }
    }
  }
  return cards;
}

class Book {
  info = $state.raw<GameInfo | null>(null);
  rules = $state.raw<RulebookInfo | null>(null);
  /** every card, in the order of the content; two of different kinds may share an id */
  list = $state.raw<Card[]>([]);
  cards = $state.raw<Record<string, Card>>({});
  /** whatever can be known is known */
  read = $state(false);
  #asked = false;

  constructor(
    readonly game: string,
    content: string | null,
  ) {
    void this.#fetch(content);
  }

  async #fetch(content: string | null): Promise<void> {
    try {
      const cards = content === null ? null : api.content(this.game, content);
      cards?.catch(() => undefined);
      this.info = await api.game(this.game);
      this.list = cardsOf(
        await (cards ?? api.content(this.game, this.info.game.content)),
        this.info.texts,
        this.info.names,
      );
      this.cards = Object.fromEntries([...this.list].reverse().map((card) => [card.id, card]));
    } catch {
      // names are a comfort, not a need: the referee's sentences carry them anyway
    } finally {
      this.read = true;
    }
  }

  name(id: string): string {
    return this.info?.names[id] ?? this.cards[id]?.name ?? '';
  }

  /** Is something on the cards called so? */
  isName(name: string): boolean {
    const wanted = name.toLowerCase();
    return this.list.some((card) => card.name.toLowerCase() === wanted);
  }

  /** What the referee asks at a decision. */
  prompt(decision: string): string {
    return this.info?.phrases.prompts[decision] ?? t.choice(decision);
  }

  /** The name of a card where there is little room. */
  short(id: string): string {
    return this.info?.phrases.short[id] ?? this.name(id);
  }

  /** A field or value of a view, for people. */
  word(id: string): string {
    return this.info?.phrases.words[id] ?? id.replace(/[-_]/g, ' ');
  }

  card(id: string, kind?: string): Card | null {
    return (kind && this.list.find((card) => card.id === id && card.kind === kind)) || (this.cards[id] ?? null);
  }

  /** What sort of card it is, for people: as it says itself, or what its file calls it. */
  sorts(card: Card): string[] {
    const { types } = card.raw;
    return Array.isArray(types) && types.length ? types.map(String) : [humanise(this.word(card.kind))];
  }

  /** The rule that a card's own words come from. */
  clauseOf(id: string): string | null {
    const card = this.card(id);
    const effects: { clause?: string }[] = Array.isArray(card?.raw.effects) ? card.raw.effects : [];
    return card?.clause ?? effects.find((effect) => effect.clause)?.clause ?? null;
  }

  clause(id: string): ClauseInfo | null {
    return this.rules?.clauses.find((clause) => clause.id === id) ?? null;
  }

  async open(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.rules = await api.rules(this.game);
    } catch {
      this.#asked = false;
    }
  }
}

const shelf = new Map<string, Book>();

export function bookOf(game: string, content: string | null = null): Book {
  const key = `${game} ${content ?? ''}`;
  const found = shelf.get(key) ?? new Book(game, content);
  shelf.set(key, found);
  return found;
}

export type { Book };
