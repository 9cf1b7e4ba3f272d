/** What a table shows: a view, what may be done, the log, and the beats that lead from one view to the next. */
import { bookOf, type Book } from './book.svelte';
import type { Beware, Change, Choice, LogLine, Question, TableInfo } from './protocol';
import { settings } from './settings.svelte';
import { t } from './text';
import type { AnyView } from './views';

/** One fact on its way to the table: how long it is looked at, and the lines it tells. */
export interface Beat {
  ms: number;
  lines: LogLine[];
}

export interface Step<V = AnyView> {
  view: V;
  lines: LogLine[];
  news: LogLine[];
  decision: Question | null;
  standing: Question | null;
}

/** What the server says an action would lead to. */
export interface Foresight<V = AnyView> {
  view: V | null;
  /** how it is reckoned */
  about: string;
  changes: Change[];
  notes: string[];
  beware: Beware[];
}

export type Rhythm = (news: LogLine[]) => Beat[];

/** Dice are seen to roll; everything else is read in the ledger. */
export const plainRhythm: Rhythm = (news) => {
  const beats: Beat[] = [];
  let rolls = 0;
  for (const line of news) {
    const rolling = line.dice.length > 0 && rolls++ < 4;
    const last = beats.at(-1);
    if (!rolling && last && last.ms < 900) last.lines.push(line);
    else beats.push({ ms: rolling ? 900 : 250, lines: [line] });
  }
  return beats;
};

export class Scene<V extends AnyView = AnyView> {
  book: Book;
  table = $state.raw<TableInfo | null>(null);
  /** on the stage now; behind `latest` while beats are played */
  view = $state.raw<V | null>(null);
  latest = $state.raw<V | null>(null);
  decision = $state.raw<Question | null>(null);
  standing = $state.raw<Question | null>(null);
  lines = $state.raw<LogLine[]>([]);
  told = $state(0);
  beat = $state.raw<Beat | null>(null);
  picked = $state<string | null>(null);
  inert = $state(false);
  rhythm: Rhythm = plainRhythm;
  #queue: Step<V>[] = [];
  #running = false;
  #hurry: (() => void) | null = null;

  constructor(
    readonly game: string,
    content: string | null = null,
  ) {
    this.book = bookOf(game, content);
  }

  /** The view on the stage, for what is only drawn once there is one. */
  get seen(): V {
    if (!this.view) throw new Error('no-view');
    return this.view;
  }

  /** The seat's own part of it. */
  row(seat: number): V['seats'][number] {
    const row = this.seen.seats[seat];
    if (!row) throw new RangeError(String(seat));
    return row;
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

  /** What the referee asks, in the words of the game. */
  get prompt(): string {
    return this.book.prompt(this.decision?.name ?? '');
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
    const seats: number[] = (this.view?.seats ?? []).map((_, seat) => seat);
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
  set(step: Omit<Step<V>, 'news'>): void {
    this.#queue = [];
    this.#hurry?.();
    this.lines = step.lines;
    this.#show(step);
  }

  /** Play what happened, then show where it led. */
  play(step: Step<V>): void {
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

  #show(step: Omit<Step<V>, 'news'>): void {
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
  async preview(_id: string): Promise<Foresight<V> | null> {
    return null;
  }
  async reason(_id: string): Promise<{ reason: string; clause: string | null } | null> {
    return null;
  }
}
