/** What a table shows: a view, what may be done, the log, and the beats that lead from one view to the next. */
import { bookOf, type Book } from './book.svelte';
import type { Choice, LogLine, Question, TableInfo } from './protocol';
import { settings } from './settings.svelte';
import { t } from './text';

// The shape of a view belongs to its game; the fields here are those that all games share.
export type View = Record<string, any>;

/** One fact on its way to the table: how long it is looked at, and the lines it tells. */
export interface Beat {
  ms: number;
  lines: LogLine[];
}

export interface Step {
  view: View;
  lines: LogLine[];
  news: LogLine[];
  decision: Question | null;
  standing: Question | null;
}

/** What the server says an action would lead to. */
export interface Foresight {
  view: View | null;
  about: string;
}

export type Rhythm = (news: LogLine[]) => Beat[];

/** Dice in an event, however the game writes them down. */
export function diceOf(event: Record<string, unknown>): { sides: number; value: number }[] {
  const found: { sides: number; value: number }[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) {
      const [sides, face] = value as unknown[];
      if (value.length === 2 && typeof sides === 'number' && typeof face === 'number') found.push({ sides, value: face });
      else value.forEach(look);
    } else if (value !== null && typeof value === 'object') {
      const die = value as Record<string, unknown>;
      const face = [die.value, die.roll, die.result].find((one) => typeof one === 'number');
      const sides = [die.sides, die.die, die.size].find((one) => typeof one === 'number');
      if (typeof face === 'number' && typeof sides === 'number') found.push({ sides, value: face });
      else Object.values(die).forEach(look);
    }
  };
  for (const [name, value] of Object.entries(event)) {
    if (/^(dice|rolls|rolled)$/.test(name)) look(value);
  }
  const face = [event.roll, event.result].find((one) => typeof one === 'number');
  if (!found.length && typeof face === 'number') {
    const sides = typeof event.sides === 'number' ? event.sides : Number(/^(?:1?d)?(\d+)$/.exec(String(event.die ?? ''))?.[1] ?? 0);
    if (sides) found.push({ sides, value: face });
  }
  return found;
}

/** Dice are seen to roll; everything else is read in the ledger. */
export const plainRhythm: Rhythm = (news) => {
  const beats: Beat[] = [];
  let rolls = 0;
  for (const line of news) {
    const rolling = diceOf(line.event).length > 0 && rolls++ < 4;
    const last = beats.at(-1);
    if (!rolling && last && last.ms < 900) last.lines.push(line);
    else beats.push({ ms: rolling ? 900 : 250, lines: [line] });
  }
  return beats;
};

export class Scene {
  book: Book;
  table = $state.raw<TableInfo | null>(null);
  /** on the stage now; behind `latest` while beats are played */
  view = $state.raw<View | null>(null);
  latest = $state.raw<View | null>(null);
  decision = $state.raw<Question | null>(null);
  standing = $state.raw<Question | null>(null);
  lines = $state.raw<LogLine[]>([]);
  told = $state(0);
  beat = $state.raw<Beat | null>(null);
  picked = $state<string | null>(null);
  inert = $state(false);
  rhythm: Rhythm = plainRhythm;
  #queue: Step[] = [];
  #running = false;
  #hurry: (() => void) | null = null;

  constructor(
    readonly game: string,
    content: string | null = null,
  ) {
    this.book = bookOf(game, content);
  }

  get you(): number | null {
    return this.view?.you ?? null;
  }

  get choices(): Choice[] {
    return this.decision?.actions ?? [];
  }

  get over(): boolean {
    return this.view?.phase === 'over';
  }

  get mine(): boolean {
    return this.choices.length > 0 && !this.inert;
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return '';
    return this.table?.seats[seat]?.name || t.seat(seat);
  }

  /** Your seat first, then the others in order. */
  get others(): number[] {
    const seats: number[] = (this.view?.seats ?? []).map((_: unknown, seat: number) => seat);
    const you = this.you;
    if (you === null) return seats;
    return seats.filter((seat) => seat !== you).sort((a, b) => ((a - you + 9) % 9) - ((b - you + 9) % 9));
  }

  offered(id: string): Choice | undefined {
    return this.choices.find((choice) => choice.id === id);
  }

  pick(id: string | null): void {
    if (this.inert) return;
    this.finish();
    this.picked = this.picked === id ? null : id;
  }

  /** Show a position at once, without beats. */
  set(step: Omit<Step, 'news'>): void {
    this.#queue = [];
    this.#hurry?.();
    this.lines = step.lines;
    this.#show(step);
  }

  /** Play what happened, then show where it led. */
  play(step: Step): void {
    this.latest = step.view;
    this.lines = step.lines;
    this.#queue.push(step);
    if (!this.#running) void this.#run();
  }

  /** Click, Space or Esc: everything that is on its way has arrived. */
  finish(): void {
    if (!this.#running) return;
    const last = this.#queue.at(-1);
    if (last) this.#queue = [last];
    this.#skip = true;
    this.#hurry?.();
  }
  #skip = false;

  async #run(): Promise<void> {
    this.#running = true;
    for (let step = this.#queue[0]; step; step = this.#queue[0]) {
      const beats = settings.pace && !document.hidden && this.#queue.length < 4 ? this.rhythm(step.news) : [];
      for (const beat of beats) {
        if (this.#skip || this.#queue[0] !== step) break;
        this.beat = beat;
        this.told = Math.max(this.told, 1 + Math.max(...beat.lines.map((line) => this.lines.indexOf(line))));
        await this.#pause(beat.ms * settings.pace);
      }
      if (this.#queue[0] === step) {
        this.#queue.shift();
        this.#show(step);
      }
      if (!this.#queue.length) this.#skip = false;
    }
    this.#running = false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(end, ms);
      const scene = this;
      function end() {
        clearTimeout(timer);
        scene.#hurry = null;
        done();
      }
      this.#hurry = end;
    });
  }

  #show(step: Omit<Step, 'news'>): void {
    this.beat = null;
    this.view = step.view;
    this.latest = step.view;
    this.decision = step.decision;
    this.standing = step.standing;
    this.told = this.lines.length;
    if (this.picked && !this.offered(this.picked)) this.picked = null;
    this.shown();
  }

  /** Called when a new position lies on the table. */
  shown(): void {}

  // What only a live table can do; a replay leaves these alone.
  act(_id: string): void {}
  async preview(_id: string): Promise<Foresight | null> {
    return null;
  }
  async reason(_id: string): Promise<{ reason: string; clause: string | null } | null> {
    return null;
  }
}
