/** What is printed on a card: its silhouette, and the ink of its block. Fetched with the table, never before. */
import type { Card } from '../../lib/book.svelte';

type Paths = Record<string, string>;

// the tables whose cards are printed with silhouettes say so
const presses = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Paths }>('../*/silhouettes.ts')).map(([path, load]) => [
    path.split('/')[1] ?? '',
    load,
  ]),
);

class Pictures {
  paths = $state.raw<Paths>({});

  constructor(game: string) {
    void presses[game]?.()
      .then((found) => (this.paths = found.default))
      .catch(() => undefined);
  }

  of(card: Card | null): string {
    return this.paths[String(card?.raw.icon ?? '')] ?? this.paths[''] ?? '';
  }
}

const shelf = new Map<string, Pictures>();

export function picturesOf(game: string): Pictures {
  const found = shelf.get(game) ?? new Pictures(game);
  shelf.set(game, found);
  return found;
}

/** Block inks by what a card is; the shelf it stands on says the same in words. */
const inks: [string, string[]][] = [
  ['#7c2a1c', ['class', 'weapon', 'monster', 'attack', 'boss']],
  ['#47581a', ['race']],
  ['#2f4a5f', ['encounter']],
  ['#7a4d05', ['minion', 'upgrade', 'resource']],
  ['#26497d', ['feature', 'chance', 'weather', 'mood']],
  ['#6b2f55', ['consumable', 'single', 'potion', 'ghost']],
  ['#17594f', ['clothing', 'treasure', 'item']],
];

export function inkOf(card: Card | null): string {
  const words = [card?.raw.type, ...(Array.isArray(card?.raw.types) ? card.raw.types : []), card?.kind].map((word) =>
    String(word ?? '').toLowerCase(),
  );
  for (const word of words) {
    const found = inks.find(([, names]) => names.includes(word));
    if (found) return found[0];
  }
  return '#17594f';
}
