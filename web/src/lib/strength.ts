/** A strength card as figures to draw: for each a row per level, a dot with its interval on a scale. */
import type { LevelStrength, Share, StrengthCard } from './protocol';
import { t } from './text';

export interface Row {
  name: string;
  said: string;
  /** Where on the scale, from 0 to 1; null: nothing is drawn. */
  dot: { at: number; low: number; high: number } | null;
}

export interface Figure {
  title: string;
  text: string;
  rows: Row[];
  /** Where a fair share lies on the scale, if there is one. */
  fair: number | null;
}

export function figuresOf(card: StrengthCard): Figure[] {
  const fair = card.together ? null : card.fair;
  const shares = (title: string, text: string, of: (level: LevelStrength) => Share | null | undefined): Figure => ({
    title,
    text,
    rows: card.levels.map((level) => shareRow(level.name, of(level) ?? null, card.together)),
    fair: card.together ? 0.5 : fair,
  });
  const greedy = card.greedy ? t.strength.greedy(card.greedy) : '';
  const figures = [
    ratings(card),
    without(
      card.greedy,
      shares(t.strength.againstGreedy, greedy, (level) => level.greedy),
    ),
    without(
      card.levels[0]?.name,
      shares(t.strength.againstBelow, t.strength.belowText, (level) => level.below),
    ),
    shares(t.strength.againstRandom, t.strength.randomText, (level) => level.random),
    tempos(card),
    { ...shares(t.strength.firstSeat, t.strength.firstSeatText, (level) => level.first_seat), fair },
    lucks(card),
    counters(
      card,
      shares(t.strength.exploited, t.strength.exploitedText, (level) => level.exploited?.share),
    ),
  ];
  return figures.filter((figure) => figure.rows.some((row) => row.said !== t.strength.unknown));
}

/** A figure without the level that it says nothing about. */
const without = (name: string | null | undefined, figure: Figure): Figure => ({
  ...figure,
  rows: figure.rows.filter((row) => row.name !== name),
});

/** What is surely won beyond a fair share, beside what was won. */
const counters = (card: StrengthCard, figure: Figure): Figure => ({
  ...figure,
  rows: figure.rows.map((row, place) => {
    const met = card.levels[place]?.exploited;
    return met ? { ...row, said: t.strength.exploitedOf(row.said, met.least) } : row;
  }),
});

const unknown = (name: string): Row => ({ name, said: t.strength.unknown, dot: null });

/** Gains go from -1 to 1, shares from 0 to 1. */
function shareRow(name: string, share: Share | null, gain: boolean): Row {
  if (!share) return unknown(name);
  const at = (value: number) => (gain ? (value + 1) / 2 : value);
  const low = share.low ?? share.mean;
  const high = share.high ?? share.mean;
  const said = t.strength.share(share.mean, share.low, share.high);
  return { name, said, dot: { at: at(share.mean), low: at(low), high: at(high) } };
}

function ratings(card: StrengthCard): Figure {
  const known = card.levels.flatMap((level) => level.rating ?? []);
  const least = Math.min(...known.map((rating) => rating.low));
  const width = Math.max(1, Math.max(...known.map((rating) => rating.high)) - least);
  const at = (points: number) => (points - least) / width;
  const rows = card.levels.map(({ name, rating }) =>
    rating
      ? {
          name,
          said: t.strength.rating(rating.points, rating.low, rating.high),
          dot: { at: at(rating.points), low: at(rating.low), high: at(rating.high) },
        }
      : unknown(name),
  );
  return { title: t.strength.ratings, text: t.strength.ratingsText, rows, fair: null };
}

function tempos(card: StrengthCard): Figure {
  const rows = card.levels.map(({ name, tempo }) =>
    tempo ? { name, said: t.strength.tempo(tempo.mean, tempo.p95), dot: null } : unknown(name),
  );
  return { title: t.strength.time, text: t.strength.timeText, rows, fair: null };
}

function lucks(card: StrengthCard): Figure {
  const rows = card.levels.map(({ name, luck }) => {
    const row = shareRow(name, luck?.same ?? null, false);
    return luck ? { ...row, said: t.strength.luckOf(row.said, luck.accident) } : row;
  });
  return { title: t.strength.luck, text: t.strength.luckText, rows, fair: null };
}
