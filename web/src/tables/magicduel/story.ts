/** A duel as it is told: bolt, shield, loss, one after the other. */
import { withSeat, withTable, type Rhythm, type Tell } from '../../lib/story';
import type { Duelist, View } from './view';

const SEEN = new Set([
  'attacked',
  'specter_attacked',
  'absorbed',
  'hp_lost',
  'burn_ticked',
  'burn_added',
  'bubble_burst',
  'minion_hit',
  'minion_died',
  'healed',
  'shield_gained',
  'summoned',
  'buffed',
  'magic_gained',
  'storm_struck',
]);
const FIGURES = ['hp', 'magic', 'shield', 'burn'] as const;

/** Bolt, shield, loss: one beat each; what needs no look is told with the beat before it. */
export const rhythm: Rhythm = ({ event: { kind } }) =>
  kind === 'attacked' || kind === 'specter_attacked' ? 420 : SEEN.has(kind) ? 500 : 0;

export const tell: Tell<View> = (view, event, { latest }) => {
  const whose = event.victim ?? event.owner ?? event.seat;
  const row = view.seats[whose];
  switch (event.kind) {
    case 'turn_started':
      return withTable(view, { round: event.round, moves_left: event.moves, used: [] });
    case 'attacked':
      return withSeat(view, event.seat, row ? { magic: row.magic - event.spent } : null);
    case 'specter_attacked':
      return view;
    case 'storm_struck':
      return { ...view, seats: view.seats.map((one, seat) => ({ ...one, hp: event.hp[seat] ?? one.hp })) };
    case 'healed':
      return withSeat(view, whose, row ? { hp: event.hp, burn: row.burn - event.cleared_burn } : null);
    case 'minion_hit':
    case 'buffed': {
      const { magic = row?.magic ?? 0, hp, attack, uid } = event;
      const grown = (minion: Duelist['minions'][number]) =>
        minion.uid === uid ? { ...minion, hp, attack: attack ?? minion.attack } : minion;
      return withSeat(view, whose, row ? { magic, minions: row.minions.map(grown) } : null);
    }
    case 'summoned': {
      const called = latest.seats[whose]?.minions.find((one) => one.uid === event.uid);
      return withSeat(
        view,
        whose,
        row ? { magic: event.magic, minions: [...row.minions, ...(called ? [called] : [])] } : null,
      );
    }
    case 'minion_died':
    case 'bubble_burst': {
      const minions = row?.minions.filter((one) => one.uid !== event.uid) ?? [];
      return withSeat(view, whose, { minions, ...(event.magic === undefined ? {} : { magic: event.magic }) });
    }
    default: {
      const said = FIGURES.filter((name) => typeof event[name] === 'number').map((name) => [name, event[name]]);
      return said.length ? withSeat(view, whose, Object.fromEntries(said)) : view;
    }
  }
};
