import { render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api';
import type { GameSummary, LevelStrength, Share, StrengthCard } from '../src/lib/protocol';
import { figuresOf } from '../src/lib/strength';
import { t } from '../src/lib/text';
import Strength from '../src/pages/Strength.svelte';

const share = (mean: number, low: number | null, high: number | null): Share => ({ mean, low, high, matches: 40 });
const level = (name: string, more: Partial<LevelStrength> = {}): LevelStrength => ({
  name,
  rating: null,
  tempo: null,
  random: null,
  greedy: null,
  below: null,
  first_seat: null,
  luck: null,
  exploited: null,
  ...more,
});
const card = (levels: LevelStrength[], more: Partial<StrengthCard> = {}): StrengthCard => ({
  form: 1,
  game: 'echo',
  rules: '1',
  content: 'abc',
  seats: 2,
  options: { preset: 'literal' },
  together: false,
  fair: 0.5,
  greedy: 'regular',
  levels,
  matches: 1234,
  copies: 0,
  played: '2026-01-02',
  command: 'innkeeper strength echo --games 400 --seed 1 --out strength',
  build: { version: '0.1.0', commit: 'abc123', compiled: true, code: 'def' },
  ...more,
});

describe('the figures of a card', () => {
  it('leaves out what nobody measured or what has no meaning, and says so where only a level lacks it', () => {
    const figures = figuresOf(
      card([level('guest'), level('regular', { below: share(0.75, 0.6, 0.85) }), level('veteran')]),
    );
    expect(figures.map((figure) => figure.title)).toEqual([t.strength.againstBelow]);
    expect(figures[0]!.rows.map((row) => [row.name, row.said])).toEqual([
      ['regular', '75.0 % (60.0 to 85.0)'],
      ['veteran', t.strength.unknown],
    ]);
    expect(figures[0]!.rows[0]!.dot).toEqual({ at: 0.75, low: 0.6, high: 0.85 });
    expect(figures[0]!.fair).toBe(0.5);
  });
  it('spreads ratings over the whole scale', () => {
    const rated = (points: number) => ({ rating: { points, low: points - 50, high: points + 50 } });
    const [figure] = figuresOf(card([level('guest', rated(1400)), level('regular', rated(1600))]));
    expect(figure!.rows.map((row) => row.dot!.low)).toEqual([0, 2 / 3]);
    expect(figure!.rows[1]!.dot!.high).toBe(1);
  });
  it('draws gains around nothing', () => {
    const [figure] = figuresOf(card([level('guest', { random: share(0.2, -0.1, 0.5) })], { together: true, fair: 0 }));
    expect(figure!.rows[0]!.dot).toEqual({ at: 0.6, low: 0.45, high: 0.75 });
    expect(figure!.fair).toBe(0.5);
  });
  it('has no bar where one deal alone was played', () => {
    const [figure] = figuresOf(card([level('guest', { random: share(1, null, null) })]));
    expect(figure!.rows[0]!.said).toBe('100.0 %');
    expect(figure!.rows[0]!.dot).toEqual({ at: 1, low: 1, high: 1 });
  });
  it('says what a counter has proved', () => {
    const met = (low: number, least: number) => ({ exploited: { by: 'c', share: share(0.6, low, 0.7), least } });
    const [figure] = figuresOf(card([level('guest', met(0.55, 0.05)), level('regular', met(0.45, 0))]));
    expect(figure!.rows.map((row) => row.said.split('; ')[1])).toEqual([
      'surely 5.0 points beyond a fair share',
      'nothing is proved',
    ]);
  });
  it('tells times as people say them', () => {
    const times = [1.26, 0.1, 0.0123, 4.2e-5, 0.25].map((seconds) => t.strength.tempo(seconds, seconds).split(';')[0]);
    expect(times).toEqual(['1.3 s', '100 ms', '12 ms', '42 µs', '250 ms']);
  });
});

describe('the page', () => {
  afterEach(() => vi.restoreAllMocks());
  const games = [{ id: 'echo', title: 'Echo' }] as GameSummary[];

  it('shows every level with its interval, and the command', async () => {
    vi.spyOn(api, 'games').mockResolvedValue(games);
    const found = card([level('guest', { luck: { same: share(0.4, 0.3, 0.5), accident: 0.25 } })]);
    vi.spyOn(api, 'strength').mockResolvedValue({ game: 'echo', card: found, changed: true, slower: false });
    render(Strength, { game: 'echo' });
    const said = await screen.findByText('40.0 % (30.0 to 50.0), by accident 25 %');
    expect(said.previousElementSibling?.textContent).toBe('Guest');
    expect(screen.getByText(found.command)).toBeTruthy();
    expect(screen.getByText(t.strength.changed)).toBeTruthy();
    expect(screen.queryByText(t.strength.slower)).toBeNull();
  });
  it('says so where no card is shipped', async () => {
    vi.spyOn(api, 'games').mockResolvedValue(games);
    vi.spyOn(api, 'strength').mockResolvedValue({ game: 'echo', card: null, changed: false, slower: false });
    render(Strength, { game: 'echo' });
    expect(await screen.findByText(t.strength.none('Echo'))).toBeTruthy();
  });
});
