/** What is told of real matches (`tests/browser/test_story.py` plays them) is true in the end, and told in time. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Book } from '../src/lib/book.svelte';
import { differences, type Change } from '../src/lib/differences';
import { beatsOf, plainRhythm, plainTell, type Rhythm, type Tell, type Told } from '../src/lib/story';
import type { AnyView } from '../src/lib/views';
import * as adventurer from '../src/tables/adventurer/story';
import * as echo from '../src/tables/echo/story';
import * as magicduel from '../src/tables/magicduel/story';
import * as mazerunner from '../src/tables/mazerunner/story';
import * as micah from '../src/tables/micah/story';
import type { LogLine } from '../src/lib/protocol';

interface Step {
  before: AnyView;
  events: Told[];
  after: AnyView;
}
const told = process.env.INNKEEPER_STORIES;
const matches = told ? (JSON.parse(readFileSync(told, 'utf8')) as Record<string, Step[]>) : {};
const book = { card: () => null } as unknown as Book;

/** The table of each game, and what must never change before or after its sentence. */
const TABLES: Record<string, { tell: unknown; figures: RegExp }> = {
  magicduel: { ...magicduel, figures: /^seats\.\d\.(hp|magic|shield|burn)$/ },
  echo: { ...echo, figures: /^seats\.\d\.score$/ },
  mazerunner: { ...mazerunner, figures: /^(seats\.\d\.(hp|map_pieces|resources)|table\.runner\.(x|y)|table\.blocks)/ },
  adventurer: { ...adventurer, figures: /^seats\.\d\.(health|willpower|xp|hand_count)$/ },
  micah: { ...micah, figures: /^(seats\.\d\.(hp|coin|dock|pack)|table\.(weather|boss\.hp))$/ },
};
const fold = (step: Step, tell: Tell) =>
  step.events.reduce<AnyView>((view, event) => tell(view, event, { latest: step.after, book }), step.before);
/** What a story says although it is not so where it leads. */
const untrue = (step: Step, tell: Tell) => {
  const wrong = new Set(differences(fold(step, tell), step.after).map((one) => one.path));
  return differences(step.before, fold(step, tell)).filter((one) => wrong.has(one.path));
};

describe.runIf(told)('a story', () => {
  for (const [game, { tell, figures }] of Object.entries(TABLES)) {
    const steps = matches[game] ?? [];
    const name = tell as Tell;
    it(`of ${game} is true, and leaves no figure out`, () => {
      expect(steps.length).toBeGreaterThan(50);
      const said = (step: Step, { path, from, to }: Change) =>
        `${path}: ${JSON.stringify(from)} to ${JSON.stringify(to)} by ${step.events.map((event) => event.kind).join(', ')}`;
      const late = (step: Step) => differences(fold(step, name), step.after).filter((one) => figures.test(one.path));
      expect(steps.flatMap((step) => untrue(step, name).map((one) => said(step, one)))).toEqual([]);
      expect(steps.flatMap((step) => late(step).map((one) => said(step, one)))).toEqual([]);
    });
    it(`of ${game} on the table that fits all is true too`, () => {
      for (const step of steps) expect(untrue(step, plainTell)).toEqual([]);
      expect(steps.some((step) => fold(step, plainTell) !== step.before)).toBe(true);
    });
  }
});

const line = (event: Told, dice: LogLine['dice'] = []): LogLine => ({
  seq: 1,
  text: '',
  clause: 'XX-1.1',
  event,
  dice,
});
const toy = { seats: [{ seat: 0, hp: 9 }], to_act: [0], may_act: [], table: {} } as unknown as AnyView;
const hurt = { ...toy, seats: [{ seat: 0, hp: 5 }] } as unknown as AnyView;
const beats = (news: LogLine[], rhythm: Rhythm = plainRhythm) =>
  beatsOf(news, toy, { latest: hurt, book }, plainTell, rhythm);

describe('beats', () => {
  const news = [
    line({ kind: 'a' }),
    line({ kind: 'b' }, [{ sides: 6, rolled: 1 }]),
    line({ kind: 'c', seat: 0, hp: 5 }),
    line({ kind: 'd' }),
  ];
  it('wait for dice and for what changes, and show each line as it was then', () => {
    expect(beats(news).map((beat) => [beat.ms, beat.lines.length])).toEqual([
      [250, 1],
      [900, 1],
      [480, 2],
    ]);
    expect(beats(news).map((beat) => beat.view.seats[0])).toEqual([toy.seats[0], toy.seats[0], hurt.seats[0]]);
  });
  it('hurry when there is much to tell', () => {
    const many = Array.from({ length: 60 }, () => line({ kind: 'b' }, [{ sides: 6, rolled: 1 }]));
    expect(beats(many).reduce((sum, beat) => sum + beat.ms, 0)).toBeLessThan(5300);
  });
});
