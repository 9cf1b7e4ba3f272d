/** What a choice is called here: directions for coordinates, and what the dice show for their numbers. */
import type { Choice } from '../../lib/protocol';
import { baseOf, key, sideOf, targetsOf, type Spot } from './places';
import { words } from './text';
import type { Table, View } from './view';

/** Which pair of portals joins two blocks. */
const portalOf = (table: Table, from: Spot, to: Spot): number =>
  1 +
  table.portals.findIndex(([x = 0, y = 0, u = 0, v = 0]) => {
    const ends = [key({ x, y }), key({ x: u, y: v })];
    return ends.includes(key(from)) && ends.includes(key(to));
  });

export function called(choice: Choice, { table }: View): string {
  const [verb, number = ''] = choice.id.split(':');
  const { runner } = table;
  if (verb === 'keep') {
    const kept = runner.dice.filter((die) => Number(number) & (1 << die.index));
    return kept.length ? words.keepFaces(kept.map((die) => die.face)) : words.keepNone;
  }
  const [target] = targetsOf([choice], table);
  if (!target) return choice.label;
  const base = baseOf(table);
  if (verb === 'jump') return words.stepOut(words.place(target.x - base.x, target.y - base.y));
  if (verb !== 'move' && verb !== 'enter') return choice.label;
  const from = runner.in_base ? base : runner;
  const side = sideOf(from, target);
  return side ? words.walk(words.sides[side] ?? side) : words.through(portalOf(table, from, target));
}
