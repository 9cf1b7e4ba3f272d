import adventurer from '../art/poster-adventurer.svg';
import echo from '../art/poster-echo.svg';
import magicduel from '../art/poster-magicduel.svg';
import mazerunner from '../art/poster-mazerunner.svg';
import micah from '../art/poster-micah.svg';
import plain from '../art/poster-plain.svg';

const posters: Record<string, string> = { adventurer, echo, magicduel, mazerunner, micah };
const ORDER = ['magicduel', 'echo', 'mazerunner', 'adventurer', 'micah'];

/** A game from elsewhere gets the inn's own playbill. */
export const posterOf = (game: string): string => posters[game] ?? plain;

export function inOrder<T extends { id: string }>(games: T[]): T[] {
  const place = (id: string) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return [...games].sort((a, b) => place(a.id) - place(b.id));
}
