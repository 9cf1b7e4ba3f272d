/** Reading the estimates of a replay: which one holds at a step, and where the match turned. */
import type { Estimate } from './protocol';

/** The last estimate at or before a step. */
export function estimateAt(steps: Estimate[], at: number): Estimate | null {
  return steps.filter((step) => step.seq <= at).at(-1) ?? steps[0] ?? null;
}

export interface Turn {
  seq: number;
  /** how much the chance changed, in hundredths */
  by: number;
}

/** At most three changes that are larger than the doubt about them, the largest first; or else just the largest. */
export function turningPoints(steps: Estimate[], seat: number, most = 3): Turn[] {
  const turns: (Turn & { sure: boolean })[] = [];
  steps.forEach((step, place) => {
    const before = steps[place - 1];
    if (!before) return;
    const change = (step.chances[seat] ?? 0) - (before.chances[seat] ?? 0);
    const doubt = Math.max(step.margins[seat] ?? 0, before.margins[seat] ?? 0);
    if (change) turns.push({ seq: step.seq, by: Math.round(100 * change), sure: Math.abs(change) > doubt });
  });
  turns.sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
  const sure = turns.filter((turn) => turn.sure);
  return (sure.length ? sure : turns.slice(0, 1)).slice(0, most).map(({ seq, by }) => ({ seq, by }));
}

/** The steps at which another seat than before became the likeliest to win, by more than the doubt about it. */
export function leadChanges(steps: Estimate[]): number[] {
  const found: number[] = [];
  let leader: number | null = null;
  for (const { seq, chances, margins } of steps) {
    const [most = 0, next = 0] = [...chances].sort((one, other) => other - one);
    const now = chances.indexOf(most);
    if (most - next <= (margins[now] ?? 0)) continue;
    if (leader !== null && now !== leader) found.push(seq);
    leader = now;
  }
  return found;
}
