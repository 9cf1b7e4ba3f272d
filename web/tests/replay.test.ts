import { describe, expect, it } from 'vitest';
import { leadChanges } from '../src/lib/chances';
import type { LogLine } from '../src/lib/protocol';
import { placed } from '../src/lib/remarks';
import { headed, words } from '../src/lib/headings';
import { fitting, labelsOf } from '../src/lib/tape';
import { battleAt } from '../src/tables/echo/moment';

const line = (seq: number, kind: string, more: Record<string, unknown> = {}, text = `${kind}.`): LogLine => ({
  seq,
  text,
  clause: '',
  event: { kind, seat: null, ...more },
  dice: [],
});
const side = (total: number) => ({ total, parts: [{ label: 'printed', amount: total }] });

/** Two battles of Echo through the eyes of seat 0: one compared, one that a wall ties. */
const log: LogLine[] = [
  line(0, 'game_started', { turn: 1 }),
  line(0, 'turn_started', { turn: 1, field: 'glade', statuses: [[], []] }),
  line(1, 'committed', { turn: 1, seat: 0, creatures: ['bard'], edict: 'gambit' }),
  line(2, 'committed', { turn: 1, seat: 1, creatures: null, edict: null }),
  line(2, 'edicts_revealed', { edicts: ['gambit', 'ambush'] }),
  line(2, 'creature_revealed', { seat: 0, creature: 'bard' }),
  line(2, 'creature_revealed', { seat: 1, creature: 'ranger' }),
  line(2, 'strengths_compared', { sides: [side(4), side(4)] }),
  line(2, 'gambit_broke_tie', { seat: 0 }, 'Wren gambled, and loses the tie.'),
  line(2, 'battle_decided', { winner: 1 }, 'Hanne wins the battle.'),
  line(2, 'points_scored', { seat: 1, amount: 3 }, 'Hanne scores 3.'),
  line(2, 'turn_started', { turn: 2, field: 'night', statuses: [['bard'], []] }),
  line(3, 'committed', { turn: 2, seat: 1, creatures: null, edict: null }, 'Hanne has committed.'),
  line(4, 'wall_tied', { seat: 1 }, 'The wall does not move.'),
  line(4, 'battle_decided', { winner: null }, 'Nobody wins the battle.'),
  line(4, 'game_over'),
];

describe('a step of Echo', () => {
  it('that decides a battle shows it, not the empty field after it', () => {
    const battle = battleAt(log, 2);
    expect(battle).toMatchObject({ turn: 1, decided: true, verdict: 'Wren gambled, and loses the tie.' });
    expect(battle.told).toEqual(['Hanne wins the battle.', 'Hanne scores 3.']);
    expect(battle.shown).toMatchObject({ field: 'glade', creatures: ['bard', 'ranger'], edicts: ['gambit', 'ambush'] });
    expect(battle.shown.sums.map((sum) => sum?.total)).toEqual([4, 4]);
  });

  it('that only seals shows what these eyes see lying there', () => {
    expect(battleAt(log, 0)).toMatchObject({ turn: 1, decided: false, laid: [null, null] });
    expect(battleAt(log, 1).laid).toEqual([{ creatures: ['bard'], edict: 'gambit' }, null]);
    expect(battleAt(log, 3)).toMatchObject({
      turn: 2,
      decided: false,
      laid: [null, { creatures: null, edict: null }],
      statuses: [['bard'], []],
      told: ['Hanne has committed.'],
    });
  });

  it('after the last one still shows the last battle', () => {
    expect(battleAt(log, 4)).toMatchObject({
      turn: 2,
      decided: true,
      verdict: 'The wall does not move.',
      told: ['Nobody wins the battle.'],
    });
    expect(battleAt(log, 5)).toMatchObject({ turn: 2, decided: true });
    expect(battleAt([], 0)).toMatchObject({ turn: 1, decided: false });
  });
});

describe('the headings of the log', () => {
  const name = (id: string) => (id === 'glade' ? 'Glade' : '');
  const read = (lines: LogLine[]) => headed(lines, name).map(({ heading }) => heading && words(heading));

  it('are the opening, then rounds, battles or turns, and a turn is part of a round', () => {
    const dealt = line(0, 'dealt', { turn: 1 });
    expect(
      read([dealt, line(0, 'turn_started', { turn: 1, field: 'glade' }), line(1, 'committed', { turn: 1 })]),
    ).toEqual(['Sitting down', 'Battle 1: Glade', 'Battle 1: Glade']);
    expect(
      read([
        dealt,
        line(0, 'turn_started', { turn: 1, round: 1 }),
        line(1, 'rolled', { turn: 1 }),
        line(2, 'moved', { turn: 2, round: 2 }),
      ]),
    ).toEqual(['Sitting down', 'Round 1', 'Round 1', 'Round 2']);
    expect(read([line(0, 'moved', { turn: 1 }), line(1, 'moved', { turn: 2 })])).toEqual(['Turn 1', 'Turn 2']);
    expect(read([line(0, 'moved', {})])).toEqual([null]);
  });
});

describe('the tape', () => {
  const field = (id: string) => ({ glade: 'Glade', night: 'Night' })[id] ?? '';

  it('is labelled where battles, rounds or turns begin', () => {
    expect(labelsOf(log, field)).toEqual([
      { seq: 0, brief: '1', label: '1 Glade', name: 'Glade' },
      { seq: 2, brief: '2', label: '2 Night', name: 'Night' },
    ]);
    const rounds = [
      line(0, 'turn_started', { turn: 1, round: 1 }),
      line(2, 'turn_started', { turn: 2, round: 1 }),
      line(5, 'turn_started', { turn: 3, round: 2 }),
    ];
    expect(labelsOf(rounds, field).map((one) => [one.seq, one.label])).toEqual([
      [0, 'Round 1'],
      [5, 'Round 2'],
    ]);
    expect(labelsOf([line(3, 'turn_started', { turn: 4 })], field).map((one) => one.label)).toEqual(['Turn 4']);
  });

  it('has words where there is room, else numbers, and never one on another', () => {
    const labels = labelsOf(log, field);
    expect(fitting(labels, 4, 400).map((label) => label.text)).toEqual(['1 Glade', '2 Night']);
    expect(fitting(labels, 4, 80).map((label) => label.text)).toEqual(['1', '2']);
    const many = Array.from({ length: 40 }, (_, seq) => ({ seq, brief: String(seq), label: `Round ${seq}`, name: '' }));
    const shown = fitting(many, 40, 400).filter((label) => label.text);
    expect(shown.length).toBeGreaterThan(10);
    shown.forEach(
      (label, place) => place && expect(label.seq * 10).toBeGreaterThanOrEqual((shown[place - 1]?.seq ?? 0) * 10 + 15),
    );
  });

  it('bears a flag where another seat surely takes the lead', () => {
    const steps = [
      [0.5, 0.5],
      [0.7, 0.3],
      [0.45, 0.55],
      [0.2, 0.8],
      [0.9, 0.1],
    ].map((chances, seq) => ({ seq, chances, margins: [0.15, 0.15] }));
    expect(leadChanges(steps)).toEqual([3, 4]);
    expect(leadChanges([])).toEqual([]);
  });
});

describe('remarks on the graph', () => {
  const size = { width: 400, height: 100 };
  const curve = [
    { x: 0, y: 50 },
    { x: 200, y: 50 },
    { x: 400, y: 90 },
  ];

  it('stand inside, near their points, off the line and off each other', () => {
    const remarks = [
      { x: 200, y: 50, width: 90 },
      { x: 210, y: 52, width: 120 },
      { x: 400, y: 90, width: 100 },
    ];
    const spots = placed(remarks, size, curve, 200);
    expect(spots.every((spot) => spot !== null)).toBe(true);
    spots.forEach((spot, place) => {
      const { width } = remarks[place]!;
      expect(spot!.left).toBeGreaterThanOrEqual(0);
      expect(spot!.left + width).toBeLessThanOrEqual(size.width);
      spots.slice(0, place).forEach((other, before) => {
        const beside = spot!.left + width < other!.left || other!.left + remarks[before]!.width < spot!.left;
        expect(beside || Math.abs(spot!.top - other!.top) >= 18).toBe(true);
      });
    });
  });

  it('are left out where there is no room', () => {
    expect(placed([{ x: 50, y: 10, width: 500 }], size, curve, 0)).toEqual([null]);
  });
});
