/** Where things stand on the map, read from the view and from the ids of what is offered. */
import type { Choice } from '../../lib/protocol';
import type { Block, Table } from './view';

export interface Spot {
  x: number;
  y: number;
}

interface Target extends Spot {
  choice: Choice;
}

/** How to come to a block: the steps to be made, the blocks they lead to, and the half-steps they cost. */
export interface Way extends Spot {
  ids: string[];
  spots: Spot[];
  halves: number;
}

const SIDES: Record<string, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

export const key = (spot: Spot): string => `${spot.x}:${spot.y}`;

export const beside = (spot: Spot, side: string): Spot | null => {
  const step = SIDES[side];
  return step ? { x: spot.x + step[0], y: spot.y + step[1] } : null;
};

const inside = ({ x, y }: Spot, { grid_size }: Table): boolean => x >= 0 && y >= 0 && x < grid_size && y < grid_size;

/** In which direction a neighbour lies. */
export function sideOf(from: Spot, to: Spot): string | null {
  return Object.keys(SIDES).find((side) => key(beside(from, side) ?? from) === key(to)) ?? null;
}

export function baseOf(table: Table): Spot {
  const [x = 0, y = 0] = table.base;
  return { x, y };
}

/** The place that an offered action leads to, if it leads to one. */
function placeOf(id: string, table: Table): Spot | null {
  const [verb, one = '', two = '', ...more] = id.split(':');
  if (more.length) return null;
  if (/^\d+$/.test(one) && /^\d+$/.test(two)) return { x: Number(one), y: Number(two) };
  if (verb === 'enter') return beside(baseOf(table), one);
  if (id === 'return' || id === 'base') return baseOf(table);
  const [x, y] = id === 'fallback' ? (table.runner.fallback ?? []) : [];
  if (x !== undefined && y !== undefined) return { x, y };
  return null;
}

export function targetsOf(choices: Choice[], table: Table): Target[] {
  return choices.flatMap((choice) => {
    const spot = placeOf(choice.id, table);
    return spot ? [{ ...spot, choice }] : [];
  });
}

const ACROSS: Record<string, string> = { north: 'south', east: 'west', south: 'north', west: 'east' };
const DARK = 2; // half-steps into a new block (MR-8.2); a travelled one costs 1

/** How far one can walk now: the cheapest way to each block, over trodden ones where nothing stands (MR-8.1 to MR-8.4). */
export function waysOf(choices: Choice[], table: Table): Way[] {
  const { runner, portals, monsters } = table;
  const base = key(baseOf(table));
  const known = new Map(table.blocks.map((block) => [key(block), block]));
  const found = new Map<string, Way>();
  /** Free strolls pay first. */
  const paid = (trodden: number) => Math.max(0, trodden - runner.strolls);
  const come = (spot: Spot, id: string, from: Way | null): void => {
    const before = from?.spots ?? [];
    const halves = known.has(key(spot)) ? paid(before.length + 1) : paid(before.length) + DARK;
    if (halves > runner.half_steps || key(spot) === base || key(spot) === key(runner)) return;
    const shorter = found.get(key(spot));
    if (shorter && shorter.halves <= halves) return;
    found.set(key(spot), { ...spot, ids: [...(from?.ids ?? []), id], spots: [...before, spot], halves });
  };
  const onwards = (block: Block): Spot[] => [
    ...block.open.flatMap((side) => {
      const spot = beside(block, side);
      const there = spot && known.get(key(spot));
      const leads = spot && inside(spot, table) && (!there || there.open.includes(ACROSS[side] ?? ''));
      return leads ? [spot] : [];
    }),
    ...portals.flatMap(([x = 0, y = 0, u = 0, v = 0]) =>
      key({ x, y }) === key(block) ? [{ x: u, y: v }] : key({ x: u, y: v }) === key(block) ? [{ x, y }] : [],
    ),
  ];
  for (const { choice, ...spot } of targetsOf(choices, table))
    if (/^(move|enter)/.test(choice.id)) come(spot, choice.id, null);
  for (const way of found.values()) {
    const block = known.get(key(way));
    if (!block || monsters.some((one) => key(one) === key(way))) continue;
    for (const spot of onwards(block)) {
      const barred = monsters.some((one) => one.hunting && key(one) === key(spot));
      if (!barred) come(spot, `move:${spot.x}:${spot.y}`, way);
    }
  }
  return [...found.values()];
}

/** Where corridors, and the four doors of the base, open into what nobody has seen. */
export function darkOf(table: Table): Spot[] {
  const base = { ...baseOf(table), open: Object.keys(SIDES) };
  const known = new Set([base, ...table.blocks].map(key));
  const found = new Map<string, Spot>();
  for (const block of [base, ...table.blocks]) {
    for (const side of block.open) {
      const spot = beside(block, side);
      if (spot && !known.has(key(spot)) && inside(spot, table)) found.set(key(spot), spot);
    }
  }
  return [...found.values()];
}
