/** What a table shows: a view, what may be done, the log, and the beats that lead from one view to the next. */
import { bookOf, type Book } from './book.svelte';
import { breath } from './breath';
import { arrive, glide } from './motion';
import type { Beware, Change, Choice, LogLine, Question, TableInfo } from './protocol';
import { settings } from './settings.svelte';
import { beatsOf, plainRhythm, plainTell, type Beat, type Rhythm, type Tell } from './story';
import { t } from './text';
import type { AnyView, Result } from './views';

/** so many updates are told at their own pace; more than these would be yesterday's news */
const UNHURRIED = 2;
const TOO_MANY = 12;

export interface Step<V = AnyView> {
  view: V;
  lines: LogLine[];
  news: LogLine[];
  decision: Question | null;
  standing: Question | null;
  /** how many of the lines are told then; all of them if absent */
  told?: number;
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

/** Is the same asked, with the same answers? */
function sameQuestion(one: Question | null, other: Question | null): boolean {
  const ids = (asked: Question | null) => asked?.actions.map((choice) => choice.id).join(' ');
  return !!one && ids(one) === ids(other);
}

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
  beat = $state.raw<Beat<V> | null>(null);
  picked = $state<string | null>(null);
  /** what was chosen and is not answered yet */
  sending = $state<string | null>(null);
  inert = $state(false);
  rhythm: Rhythm = plainRhythm;
  /** of a table for views of this game */
  tell: Tell = plainTell;
  endings: Record<string, string> = {};
  quiet: (line: LogLine) => boolean = () => false;
  /** of a table that has words of its own for what may be done */
  called = $state.raw<(choice: Choice, view: AnyView) => string>(({ label }) => label);
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

  /** How it ended, as the table says it; `{who}` stands for whoever won, `{whose}` for whoever did not. */
  ended(result: Result): string {
    const lost = (this.view?.seats ?? []).map((_, seat) => seat).filter((seat) => !result.winners.includes(seat));
    const names = (seats: number[]) => t.list(seats.map((seat) => this.name(seat)));
    const alone = (seats: number[]) => seats.length === 1 && seats[0] === this.you;
    return (this.endings[result.reason] ?? t.result.reason(this.book.word(result.reason)))
      .replace('{who}', () => t.who(names(result.winners), alone(result.winners)))
      .replace('{whose}', () => t.whose(names(lost), alone(lost)));
  }

  /** Your seat first, then the others in order. */
  get others(): number[] {
    const seats: number[] = (this.view?.seats ?? []).map((_, seat) => seat);
    const you = this.you;
    if (you === null) return seats;
    return seats.filter((seat) => seat !== you).sort((a, b) => ((a - you + 9) % 9) - ((b - you + 9) % 9));
  }

  /** What a choice is called at this table. */
  label(choice: Choice): string {
    return this.view ? this.called(choice, this.view) : choice.label;
  }

  offered(id: string): Choice | undefined {
    return this.choices.find((choice) => choice.id === id);
  }

  pick(id: string | null): void {
    if (this.inert) return;
    this.finish();
    this.picked = this.picked === id ? null : id;
  }

  /** Is something asked of you where the story that is told leads? */
  get coming(): boolean {
    return !!this.#queue.at(-1)?.decision?.actions.length;
  }

  /** Show a position at once, without beats. */
  set(step: Omit<Step<V>, 'news'>): void {
    this.#queue = [];
    this.lines = step.lines;
    arrive();
    this.#show(step);
    this.#hurry?.();
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
    const last = this.#queue.at(-1);
    if (!last) return;
    this.#queue = [];
    arrive();
    this.#show(last);
    this.#hurry?.();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let step = this.#queue[0]; step; step = this.#queue[0]) {
      // what is asked as before stays asked: a rival's seal takes nothing out of anybody's hand
      const still = sameQuestion(this.decision, step.decision);
      for (const beat of this.#beats(step, still)) {
        // whoever has much to hear hears it faster
        const pace = settings.pace * Math.min(1, UNHURRIED / this.#queue.length);
        this.#say(beat, still);
        await breath();
        if (this.#queue[0] !== step) break;
        glide(() => (this.view = beat.view), pace);
        await this.#pause(beat.ms * pace);
        if (this.#queue[0] !== step) break;
      }
      if (this.beat && this.#queue[0] === step) {
        glide(() => (this.view = step.view), settings.pace);
        await breath();
      }
      if (this.#queue[0] === step) {
        this.#queue.shift();
        glide(() => this.#show(step), settings.pace);
        if (this.#queue.length) await breath();
      }
    }
    this.#running = false;
  }

  #beats(step: Step<V>, still: boolean): Beat<V>[] {
    if (!this.view || !settings.pace || document.hidden || this.#queue.length > TOO_MANY) return [];
    const tell = this.tell as unknown as Tell<V>;
    // while a story is told nobody is asked anything else
    const before = still ? this.view : { ...this.view, to_act: [], may_act: [] };
    return beatsOf(step.news, before, { latest: step.view, book: this.book }, tell, this.rhythm);
  }

  /** A fact is told, a frame before it lies on the table: a slow phone writes it and moves things in two breaths. No
   * light stays on for what is over. */
  #say(beat: Beat<V>, still: boolean): void {
    this.heard(beat.lines);
    this.beat = beat;
    if (!still) {
      this.decision = null;
      this.standing = null;
    }
    this.told = Math.max(this.told, 1 + Math.max(...beat.lines.map((line) => this.lines.indexOf(line))));
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
    this.told = step.told ?? this.lines.length;
    if (this.picked && !this.offered(this.picked)) this.picked = null;
    this.shown();
  }

  /** Called when something is told. */
  heard(_lines: LogLine[]): void {}

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
