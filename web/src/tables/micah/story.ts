/** A journey as it is told: the card is met, the dice fall, and what they cost or bring is seen to go where it belongs. */
import { withSeat, withTable, without, type Rhythm, type Tell } from '../../lib/story';
import type { View } from './view';

/** What was chosen is shown before its dice fall. */
export const rhythm: Rhythm = (line, changed) =>
  line.dice.length
    ? 1000
    : ['intention_chosen', 'intention_resolved'].includes(line.event.kind)
      ? 700
      : changed
        ? 480
        : 0;

export const tell: Tell<View> = (view, event, { latest }) => {
  const { table } = view;
  const row = view.seats[event.seat];
  const then = latest.seats[event.seat];
  switch (event.kind) {
    case 'class_picked':
      return then
        ? withSeat(view, event.seat, { class: event.class, stats: then.stats, max_hp: then.max_hp, hp: then.hp })
        : view;
    case 'turn_started':
      return withTable(view, { round: event.round, active: event.seat, felt: event.felt, encounter: null });
    case 'effect_applied': {
      if (event.verb === 'hp') return withSeat(view, event.target, { hp: event.value });
      if (event.verb === 'coin') return withSeat(view, event.target, { coin: event.value });
      if (event.verb === 'omen') return withSeat(view, event.target, { omen: event.value });
      const finder = view.seats[event.target];
      if (event.verb === 'treasure' && finder)
        return withSeat(view, event.target, { pack: [...finder.pack, ...event.cards] });
      if (event.verb === 'recover' && table.boss) return withTable(view, { boss: { ...table.boss, hp: event.value } });
      return view;
    }
    case 'bought': {
      if (!row) return view;
      const merchant = table.merchant.map(
        (ware) =>
          (ware.slot === event.slot ? latest.table.merchant.find((one) => one.slot === event.slot) : ware) ?? ware,
      );
      const paid = { coin: row.coin - event.price, pack: [...row.pack, event.card] };
      return withSeat(withTable(view, { merchant }), event.seat, paid);
    }
    case 'sold':
      return withSeat(
        view,
        event.seat,
        row ? { coin: row.coin + event.price, pack: without(row.pack, event.card) } : null,
      );
    case 'item_used':
      return withSeat(view, event.seat, row ? { pack: without(row.pack, event.card) } : null);
    case 'items_lost':
      return withSeat(view, event.seat, row ? { pack: (event.cards as string[]).reduce(without, row.pack) } : null);
    case 'encounter_drawn': {
      const met = latest.table.encounter;
      const encounter = met?.card === event.card ? met : null;
      return withTable(view, { encounter, encounter_deck_count: event.cards_left });
    }
    case 'intention_resolved':
      if (row && event.destination === 'dock') {
        const joined = { creature: event.creature, from: event.card, companion: false };
        return withSeat(view, event.seat, { dock: [...row.dock, joined] });
      }
      return event.destination === 'graveyard'
        ? withTable(view, { graveyard: [...table.graveyard, event.card] })
        : withTable(view, { encounter_deck_count: table.encounter_deck_count + 1 });
    case 'turn_ended':
      return withTable(view, { encounter: null });
    case 'equipped':
    case 'unequipped':
    case 'applied': {
      if (!row || !then) return view;
      const { weapon, clothing, upgrades, stats, max_hp } = then;
      const pack = event.kind === 'unequipped' ? [...row.pack, event.card] : without(row.pack, event.card);
      return withSeat(view, event.seat, { pack, weapon, clothing, upgrades, stats, max_hp });
    }
    case 'companion_set': {
      const walks = row?.dock.find((one) => one.creature === event.creature);
      return withSeat(
        view,
        event.seat,
        row ? { dock: row.dock.map((one) => ({ ...one, companion: one === walks })) } : null,
      );
    }
    case 'creature_released': {
      const free = row?.dock.find((one) => one.creature === event.creature);
      return withSeat(view, event.seat, row ? { dock: row.dock.filter((one) => one !== free) } : null);
    }
    case 'weather_changed':
      return withTable(view, { weather: event.to, felt: event.felt });
    case 'bounty_paid':
      return withSeat(
        view,
        event.seat,
        row ? { coin: row.coin + event.coin, pack: [...row.pack, ...event.cards] } : null,
      );
    case 'struck':
      return withSeat(view, event.seat, { hp: event.after });
    case 'companion_died':
      return withSeat(view, event.seat, row ? { dock: row.dock.filter((one) => !one.companion) } : null);
    case 'boss_hit':
      return table.boss ? withTable(view, { boss: { ...table.boss, hp: event.hp } }) : view;
    case 'boss_mood_rolled': {
      const { mood, round, defense, temper } = event;
      return table.boss ? withTable(view, { boss: { ...table.boss, mood, round, defense, temper } }) : view;
    }
    case 'boss_distracted':
      return table.boss ? withTable(view, { boss: { ...table.boss, defense: event.defense } }) : view;
    default:
      return view;
  }
};
