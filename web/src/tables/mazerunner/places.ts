/** Where things stand on the map, read from the view and from the ids of what is offered. */
import type { Choice } from '../../lib/protocol';
import type { Table } from './view';

export interface Spot {
  x: number;
  y: number;
}

interface Target extends Spot {
  choice: Choice;
}

const SIDES: Record<string, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

export const key = (spot: Spot): string => `${spot.x}:${spot.y}`;

const beside = (spot: Spot, side: string): Spot | null => {
  const step = SIDES[side];
  return step ? { x: spot.x + step[0], y: spot.y + step[1] } : null;
};

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

/** Where corridors, and the four doors of the base, open into what nobody has seen. */
export function darkOf(table: Table): Spot[] {
  const base = { ...baseOf(table), open: Object.keys(SIDES) };
  const known = new Set([base, ...table.blocks].map(key));
  const found = new Map<string, Spot>();
  for (const block of [base, ...table.blocks]) {
    for (const side of block.open) {
      const spot = beside(block, side);
      if (
        spot &&
        !known.has(key(spot)) &&
        spot.x >= 0 &&
        spot.y >= 0 &&
        spot.x < table.grid_size &&
        spot.y < table.grid_size
      )
        found.set(key(spot), spot);
    }
  }
  return [...found.values()];
}
