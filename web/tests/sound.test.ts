/** Sounds are short, quiet at their ends, different from each other, and there is one for every line. */
import { expect, it } from 'vitest';
import type { LogLine } from '../src/lib/protocol';
import { RECIPES, samplesOf, soundOf, type Sound } from '../src/lib/sound';

const names = Object.keys(RECIPES) as Sound[];
const line = (kind: string, dice: [number, number][] = []) =>
  ({ seq: 1, text: '', clause: null, event: { kind, seat: 0 }, dice }) as unknown as LogLine;

it.each(names)('%s is a sound', (name) => {
  const samples = samplesOf(name, 48000);
  expect(samples.length).toBeLessThan(0.4 * 48000);
  expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(1);
  expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(0.05);
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
  expect([...samplesOf(name, 48000)]).toEqual([...samples]);
});

it('tells kinds of events apart', () => {
  expect(soundOf(line('rolled', [[6, 3]]))).toBe('dice');
  expect(soundOf(line('attacked_hit'))).toBe('thud');
  expect(soundOf(line('healed'))).toBe('balm');
  expect(soundOf(line('game_over'))).toBe('bell');
  expect(soundOf(line('coin_gained'))).toBe('coin');
  expect(soundOf(line('weather_changed'))).toBe('wind');
  expect(soundOf(line('whatever'))).toBe('paper');
});
