/** A race as it is told: the pawn walks, the block turns over, something stirs on it, and so on. */
import { withSeat, withTable, without, type Tell } from '../../lib/story';
import { key } from './places';
import type { Monster, Run, Table, View } from './view';

const spot = ([x = 0, y = 0]: number[]) => ({ x, y });
const at = (monsters: Monster[], cell: number[]) => monsters.find((one) => key(one) === key(spot(cell)));

/** The runner of the turn, changed. */
const run = (view: View, change: Partial<Run>): View =>
  withTable(view, { runner: { ...view.table.runner, ...change } });

/** The runner stands elsewhere. */
const walked = (view: View, to: number[], more: Partial<Run> = {}): View =>
  run(view, { ...spot(to), in_base: key(spot(to)) === key(spot(view.table.base)), ...more });

const beasts = (view: View, monsters: Monster[]): View =>
  withTable(view, { monsters: monsters.sort((a, b) => a.x - b.x || a.y - b.y) });

export const tell: Tell<View> = (view, event, { latest, book }) => {
  const { table } = view;
  const { runner } = table;
  const row = view.seats[event.seat];
  const others = (cell: number[]) => table.monsters.filter((one) => one !== at(table.monsters, cell));
  switch (event.kind) {
    case 'turn_started':
      return walked(withTable(view, { round: event.round }), table.base, {
        seat: event.seat,
        mode: null,
        dice: [],
        bonus_dice: [],
        rolls: 0,
        half_steps: 0,
        power: null,
        yield: null,
        chase: 0,
        strolls: 0,
      });
    case 'shifted': {
      const { blocks, monsters, portals } = latest.table;
      return withTable(view, { blocks, monsters, portals });
    }
    case 'mode_chosen':
      return run(view, { mode: event.mode });
    case 'rolled':
      // only those that were not kept are thrown again
      return run(view, {
        dice: [
          ...runner.dice.filter((die) => !event.dice.some((one: Run['dice'][number]) => one.index === die.index)),
          ...event.dice,
        ].sort((a, b) => a.index - b.index),
        rolls: event.roll,
      });
    case 'bonus_rolled':
      return run(view, {
        bonus_dice: [...runner.bonus_dice, { kind: event.die, value: event.value, face: event.face }],
      });
    case 'totals_fixed':
      return run(view, {
        half_steps: event.half_steps,
        strolls: event.strolls,
        power: event.power,
        yield: event.yield,
      });
    case 'healed':
    case 'damaged':
      return withSeat(view, event.seat, { hp: event.health });
    case 'moved':
      return walked(view, event.to, {
        half_steps: runner.half_steps - event.cost,
        strolls: runner.strolls - (event.stroll ? 1 : 0),
      });
    case 'retreated':
    case 'jumped':
      return walked(view, event.to);
    case 'returned':
      return walked(view, table.base, { half_steps: latest.table.runner.half_steps });
    case 'revealed': {
      const block: Table['blocks'][number] = { ...spot(event.cell), card: event.card, open: event.open };
      return withTable(view, { blocks: [...table.blocks.filter((one) => key(one) !== key(block)), block] });
    }
    case 'resources_gained':
      return withSeat(view, event.seat, { resources: event.totals });
    case 'item_gained':
      return withSeat(view, event.seat, row ? { items: [...row.items, event.card] } : null);
    case 'item_used':
      return withSeat(view, event.seat, row ? { items: without(row.items, event.card) } : null);
    case 'map_piece_gained': {
      const from = view.seats[event.taken_from];
      const taken = withSeat(view, event.taken_from, from ? { map_pieces: from.map_pieces - 1 } : null);
      return withSeat(taken, event.seat, { map_pieces: event.total });
    }
    case 'monster_appeared': {
      const health = Number(book.card(event.card, 'monster')?.figures.health ?? 0);
      const met = at(latest.table.monsters, event.cell) ?? {
        ...spot(event.cell),
        card: event.card,
        health,
        hunting: false,
      };
      return beasts(view, [...others(event.cell), met]);
    }
    case 'monster_wounded':
    case 'monster_killed':
    case 'monster_vanished': {
      const met = at(table.monsters, event.cell);
      const left = met && event.kind === 'monster_wounded' ? [{ ...met, health: event.health }] : [];
      return beasts(view, [...others(event.cell), ...left]);
    }
    case 'followed': {
      const hunter = at(table.monsters, event.from);
      return hunter ? beasts(view, [...others(event.from), { ...hunter, ...spot(event.to) }]) : view;
    }
    case 'portal_opened':
      return withTable(view, { portals: [...table.portals, [...event.from, ...event.to]] });
    case 'traded':
    case 'bought':
      return withSeat(view, event.seat, { resources: latest.seats[event.seat]?.resources ?? row!.resources });
    case 'shop_filled':
      return withTable(view, { shop: table.shop.map((card, slot) => (slot === event.slot ? event.card : card)) });
    case 'left_game':
      return withSeat(view, event.seat, { alive: false, out_reason: event.reason });
    default:
      return view;
  }
};
