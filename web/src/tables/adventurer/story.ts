/** A game of the factory as it is told: cards go to their places, and figures change with their sentence. */
import { withSeat, withTable, without, type Rhythm, type Tell } from '../../lib/story';
import type { Adventurer, Placed, View } from './view';

/** Passes are quiet; an Encounter is announced before its dice. */
export const rhythm: Rhythm = (line, changed) =>
  line.dice.length
    ? 900
    : line.event.kind === 'encounter_made' || line.event.kind === 'action_performed'
      ? 480
      : changed
        ? 480
        : 0;

/** the clause of the card that is drawn before the Main step */
const DRAW_STEP = 'AF-4.5';

/** A card in play, changed. */
const placed = (row: Adventurer, ref: number, change: (card: Placed) => Placed): Partial<Adventurer> => ({
  in_play: row.in_play.map((one) => (one.ref === ref ? change(one) : one)),
});

export const tell: Tell<View> = (view, event, { latest }) => {
  const whose = event.target ?? event.seat;
  const row = view.seats[whose];
  const then = latest.seats[whose];
  switch (event.kind) {
    case 'turn_started': {
      const rested = (one: Adventurer) => ({ ...one, in_play: one.in_play.map((card) => ({ ...card, used: [] })) });
      const begun = withTable(view, { active: event.active, step: 'resource', chain: null });
      return { ...begun, seats: view.seats.map(rested) };
    }
    case 'income_gained':
      return withSeat(view, whose, { xp: event.xp });
    case 'cards_drawn':
      return withSeat(
        event.clause === DRAW_STEP ? withTable(view, { step: 'main' }) : view,
        whose,
        row
          ? {
              hand_count: row.hand_count + event.count,
              deck_count: row.deck_count - event.count,
              hand: row.hand && event.cards ? [...row.hand, ...event.cards] : row.hand,
            }
          : null,
      );
    case 'card_played': {
      if (!row) return view;
      const played = then?.in_play.find((one) => one.ref === event.ref);
      const { ref, card, slots } = event;
      const fresh = { ref, card, slots, consumed: false, used: [], tokens: played?.tokens ?? {} };
      const hand = row.hand && without(row.hand, card);
      const known = without(row.hand_known, card);
      const in_play = [...row.in_play, fresh];
      return withSeat(view, whose, {
        xp: row.xp - event.cost,
        hand,
        hand_known: known,
        hand_count: row.hand_count - 1,
        in_play,
      });
    }
    case 'card_left': {
      if (!row) return view;
      const in_play = row.in_play.filter((one) => one.ref !== event.ref);
      if (event.to === 'discard') return withSeat(view, whose, { in_play, discard: [...row.discard, event.card] });
      const hand = row.hand && [...row.hand, event.card];
      return withSeat(view, whose, { in_play, hand, hand_count: row.hand_count + 1 });
    }
    case 'card_consumed': {
      const owner = view.seats.findIndex((one) => one.in_play.some((card) => card.ref === event.ref));
      const own = view.seats[owner];
      return withSeat(view, owner, own ? placed(own, event.ref, (card) => ({ ...card, consumed: true })) : null);
    }
    case 'action_performed': {
      if (!row) return view;
      const used = placed(row, event.ref, (card) => ({ ...card, used: [...new Set([...card.used, event.action])] }));
      return withSeat(view, whose, { ...used, xp: row.xp - (event.costs?.xp ?? 0) });
    }
    case 'encounter_made':
      return withTable(view, { step: 'encounter' });
    case 'damage_dealt':
      return withSeat(view, whose, { [event.what === 'parley' ? 'willpower' : 'health']: event.new });
    case 'stat_changed':
      return withSeat(view, whose, { [event.stat]: event.new });
    case 'hand_discarded':
      return withSeat(
        view,
        whose,
        row
          ? {
              hand: row.hand && without(row.hand, event.card),
              hand_known: without(row.hand_known, event.card),
              hand_count: row.hand_count - 1,
              discard: [...row.discard, event.card],
            }
          : null,
      );
    case 'cleaned_up':
      return withTable(view, { step: 'cleanup', chain: null });
    case 'chain_ended':
      return withTable(view, { chain: null });
    default:
      return view;
  }
};
