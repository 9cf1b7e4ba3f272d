/** The clock of a table in words, the same wherever it is told. */
import type { BankClock, DecisionClock, NoClock } from './protocol';
import { t } from './text';

export type Clock = NoClock | DecisionClock | BankClock;

/** Seconds as people set clocks: 30 s, 5 min, 3 days. */
function span(seconds: number): string {
  if (seconds >= 86400 && seconds % 86400 === 0) return t.clock.days(seconds / 86400);
  if (seconds > 90 && seconds % 60 === 0) return t.clock.minutes(seconds / 60);
  return t.clock.seconds(seconds);
}

export function clockWords(clock: Clock | undefined): string {
  if (clock?.kind === 'decision') return t.clock.decision(span(clock.seconds));
  if (clock?.kind === 'bank') return t.clock.bank(span(clock.seconds), span(clock.increment ?? 0));
  return t.table.noClock;
}
