/** A battle as it is told. What lies open is read from the log (`reveal.ts`); here the figures follow it. */
import { withSeat, withTable, type Rhythm, type Tell } from '../../lib/story';
import type { View } from './view';

const MS: Record<string, number> = {
  edicts_revealed: 700,
  names_revealed: 600,
  creature_revealed: 500,
  negated: 500,
  multipliers_set: 400,
  strengths_compared: 1100,
  won_instantly: 700,
  wall_tied: 700,
  gambit_broke_tie: 600,
  battle_decided: 900,
  points_scored: 700,
  monarch_conceded: 600,
  status_granted: 400,
  creatures_buried: 400,
};

/** One beat per fact of the reveal; everything else is told with the beat before. */
export const rhythm: Rhythm = (line) => MS[String(line.event.kind)] ?? 0;

export const tell: Tell<View> = (view, event, { latest }) => {
  const row = view.seats[event.seat];
  switch (event.kind) {
    case 'committed':
      return withSeat(view, event.seat, { committed: true });
    case 'battle_decided':
      return { ...view, seats: view.seats.map((one) => ({ ...one, committed: false })) };
    case 'points_scored':
      return withSeat(view, event.seat, row ? { score: row.score + event.amount } : null);
    case 'monarch_conceded': {
      const winner = view.seats[event.to];
      return withSeat(view, event.to, winner ? { score: winner.score + event.amount } : null);
    }
    case 'creatures_buried':
      return withTable(view, { graveyard: latest.table.graveyard });
    default:
      return view;
  }
};
