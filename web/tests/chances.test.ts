import { describe, expect, it } from 'vitest';
import { estimateAt, turningPoints } from '../src/lib/chances';
import type { Estimate } from '../src/lib/protocol';

const steps: Estimate[] = [
  { seq: 0, chances: [0.5, 0.5], margins: [0.2, 0.2] },
  { seq: 3, chances: [0.6, 0.4], margins: [0.2, 0.2] },
  { seq: 5, chances: [0.2, 0.8], margins: [0.15, 0.15] },
  { seq: 9, chances: [1, 0], margins: [0, 0] },
];

describe('the estimates of a replay', () => {
  it('hold until the next one', () => {
    expect(estimateAt(steps, 4)?.seq).toBe(3);
    expect(estimateAt(steps, 9)?.seq).toBe(9);
    expect(estimateAt([], 2)).toBeNull();
  });

  it('turn where the change is larger than the doubt, the largest first', () => {
    expect(turningPoints(steps, 0)).toEqual([
      { seq: 9, by: 80 },
      { seq: 5, by: -40 },
    ]);
    expect(turningPoints(steps, 1, 1)).toEqual([{ seq: 9, by: -80 }]);
    expect(turningPoints(steps.slice(0, 2), 0)).toEqual([{ seq: 3, by: 10 }]);
  });
});
