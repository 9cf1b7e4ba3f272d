import { describe, expect, it } from 'vitest';
import { called } from '../src/tables/mazerunner/names';
import { waysOf, key } from '../src/tables/mazerunner/places';
import type { Table, View } from '../src/tables/mazerunner/view';
import type { Choice } from '../src/lib/protocol';

const choice = (id: string, label = 'Walk to (5, 4)'): Choice => ({ id, label, of: [] }) as unknown as Choice;
const block = (x: number, y: number, ...open: string[]) => ({ x, y, card: 'straight', open });

/** A corridor east of the base: three blocks, then the dark; a crab stands north of the second. */
const table = (more: object = {}, run: object = {}): Table =>
  ({
    base: [4, 4],
    grid_size: 9,
    blocks: [
      block(5, 4, 'west', 'east'),
      block(6, 4, 'west', 'east', 'north'),
      block(7, 4, 'west', 'south'),
      block(6, 3, 'south', 'east'),
      block(1, 1, 'east'),
    ],
    monsters: [{ x: 6, y: 3, card: 'crab', health: 7, hunting: false }],
    portals: [[7, 4, 1, 1]],
    runner: { x: 4, y: 4, seat: 0, in_base: true, half_steps: 6, strolls: 0, dice: [], ...run },
    ...more,
  }) as unknown as Table;
const EAST = [choice('enter:east', 'Leave by the door: East')];
const costs = (found: Table, choices = EAST) =>
  Object.fromEntries(waysOf(choices, found).map((way) => [key(way), way.halves]));

describe('how far one can walk', () => {
  it('costs half a step a trodden block and a step into the dark, and a portal is a block', () => {
    expect(costs(table())).toEqual({ '5:4': 1, '6:4': 2, '7:4': 3, '6:3': 3, '7:5': 5, '1:1': 4, '2:1': 6 });
  });
  it('says the steps that lead there, the first of them as it is offered', () => {
    const way = waysOf(EAST, table()).find((one) => key(one) === '7:5');
    expect(way?.ids).toEqual(['enter:east', 'move:6:4', 'move:7:4', 'move:7:5']);
  });
  it('ends where something stands, and where the movement does', () => {
    expect(costs(table())).not.toHaveProperty('7:3'); // behind the crab
    expect(costs(table({}, { half_steps: 2 }))).toEqual({ '5:4': 1, '6:4': 2 });
  });
  it('is paid by free strolls first, which take nobody into the dark', () => {
    expect(costs(table({}, { half_steps: 1, strolls: 2 }))).toEqual({ '5:4': 0, '6:4': 0, '7:4': 1, '6:3': 1 });
  });
  it('does not lead to whatever hunts, nor through the base', () => {
    const hunted = table({ monsters: [{ x: 6, y: 3, card: 'crab', health: 7, hunting: true }] });
    expect(costs(hunted)).not.toHaveProperty('6:3');
    const inside = table({}, { x: 5, y: 4, in_base: false });
    expect(costs(inside, [choice('move:6:4')])).not.toHaveProperty('4:4');
  });
});

describe('what a choice is called', () => {
  const view = (found: Table) => ({ table: found }) as unknown as View;
  it('has directions and places, and no coordinates', () => {
    const inside = view(table({}, { x: 7, y: 4, in_base: false }));
    expect(called(choice('move:6:4'), inside)).toBe('Walk west');
    expect(called(choice('move:1:1'), inside)).toBe('Go through portal 1');
    expect(called(choice('jump:1:1'), inside)).toBe('Step out 3 north and 3 west of the base');
    expect(called(choice('enter:east'), view(table()))).toBe('Walk east');
    expect(called(choice('return', 'Return to the base'), inside)).toBe('Return to the base');
  });
  it('says what the dice show that are kept', () => {
    const dice = ['3', 'sword', 'oil'].map((face, index) => ({ index, face, kind: 'move', value: 1 }));
    expect(called(choice('keep:5', 'Keep dice 0, 2'), view(table({}, { dice })))).toBe('Keep 3, oil');
    expect(called(choice('keep:0', 'Keep nothing'), view(table({}, { dice })))).toBe('Keep nothing');
  });
});
