/** A live table: one WebSocket for one seat (or the bench), kept alive, without loss. */
import { nonce } from './api';
import { keepPromise, openWords } from './dice';
import type {
  Choice,
  ClientMessage,
  Clocks,
  LogLine,
  Note,
  Question,
  Refused,
  ServerMessage,
  TableInfo,
  UndoState,
  Update,
} from './protocol';
import { Scene, type Foresight } from './scene.svelte';
import { settings } from './settings.svelte';
import { sounds, soundOf } from './sound';
import { t } from './text';
import { rivalIs, saidToYou } from './you';

type Line = 'joining' | 'here' | 'slow' | 'lost' | 'shut';

const WAITS = [1, 2, 3, 5, 8, 13];
const SLOW_MS = 2000;
const PING_MS = 15000;
/** the code a line is closed with when its place is no longer yours */
const NO_LONGER = 4410;

type Waiting = { message: ClientMessage; done?: (answer: ServerMessage) => void; keep: boolean };

export class Session extends Scene {
  line = $state<Line>('joining');
  retry = $state(0);
  notes = $state.raw<Note[]>([]);
  clocks = $state.raw<(Clocks & { at: number }) | null>(null);
  undo = $state.raw<UndoState>({ free: false, ask: false, asked_by: null, waits_for: [] });
  refusal = $state.raw<Pick<Refused, 'reason' | 'clause'> | null>(null);
  missed = $state(0);
  polite = $state('');
  assertive = $state('');
  trouble = $state('');
  /** the other half of a tour makes no noise */
  silent = false;
  /** your place was taken away for this reason: ask what is yours now, and come as that */
  moved: (why: string) => unknown = () => undefined;
  seq = 0;
  /** how often you have acted here */
  acts = $state(0);
  /** what you will do when you are asked, if it is offered then */
  ahead = $state.raw<{ decision: string; choice: Choice } | null>(null);
  #asked: Question | null = null;
  #said = 0;
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #gone = '';
  #first = true;
  #wasLost = false;
  #waiting = new Map<string, Waiting>();
  #previews = new Map<string, Promise<Foresight | null>>();
  #reasons = new Map<string, Promise<{ reason: string; clause: string | null } | null>>();
  #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    game: string,
    readonly id: string,
    readonly seat: number | null,
    content: string | null = null,
  ) {
    super(game, content);
    this.#open();
    this.#every(PING_MS, () => this.#ask({ type: 'ping', nonce: nonce() }, false));
    addEventListener('online', this.#now);
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#now);
    this.#timers.forEach((timer) => clearInterval(timer));
    this.#socket?.close();
  }

  // The line

  #now = (): void => {
    if (this.line === 'lost') this.#again();
  };

  #again(): void {
    if (this.#gone) this.moved(this.#gone);
    else this.#open();
  }

  #every(ms: number, run: () => void): void {
    this.#timers.add(setInterval(run, ms));
  }

  #open(): void {
    if (this.#closed) return;
    this.#socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const who = this.seat === null ? 'watch=true' : `seat=${this.seat}`;
    const known = this.#first ? '' : `&seq=${this.seq}&said=${this.#said}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${who}${known}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#cut(event);
    };
  }

  #cut(event: CloseEvent): void {
    this.#socket = null;
    if (this.#closed) return;
    if (event.code === NO_LONGER) this.#gone = t.chairs(event.reason) || t.error.door;
    else if (event.code >= 4400 && event.code < 4500 && event.code !== 4429 && event.code !== 4408) {
      this.line = 'shut';
      this.trouble = t.chairs(event.reason) || t.error.door;
      return;
    }
    this.line = 'lost';
    this.#wasLost = true;
    this.retry = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 13;
    const tick = setInterval(() => {
      if (this.line !== 'lost') clearInterval(tick);
      else if (--this.retry <= 0) {
        clearInterval(tick);
        this.#again();
      }
    }, 1000);
    this.#timers.add(tick);
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #ask(message: ClientMessage & { nonce: string }, keep: boolean): Promise<ServerMessage> {
    return new Promise((done) => {
      this.#waiting.set(message.nonce, { message, done, keep });
      if (this.#send(message)) {
        const slow = setTimeout(() => {
          if (this.#waiting.has(message.nonce) && this.line === 'here') this.line = 'slow';
        }, SLOW_MS);
        this.#timers.add(slow);
      }
    });
  }

  #answered(answers: string | null | undefined, answer: ServerMessage): void {
    if (!answers) return;
    const waiting = this.#waiting.get(answers);
    this.#waiting.delete(answers);
    waiting?.done?.(answer);
    if (this.line === 'slow') this.line = 'here';
  }

  /** Nobody can be asked anything while the line is lost. */
  override get mine(): boolean {
    return super.mine && this.line !== 'lost';
  }

  // What is heard

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#seat(message.table);
        this.line = 'here';
        this.#tries = 0;
        for (const waiting of this.#waiting.values()) if (waiting.keep) this.#send(waiting.message);
        break;
      case 'table':
        this.#seat(message);
        break;
      case 'update':
        this.#update(message);
        this.#answered(message.answers, message);
        break;
      case 'refused':
        this.#answered(message.answers, { ...message, reason: t.chairs(message.reason) });
        break;
      case 'stale':
        this.#answered(message.answers, message);
        break;
      case 'said':
        if (message.n > this.#said) {
          if (message.seat !== this.seat && !this.silent) sounds.play('cork');
          this.#said = message.n;
          this.notes = [...this.notes, message];
        }
        break;
      case 'done':
      case 'preview':
      case 'pong':
        this.#answered(message.answers, message);
    }
  }

  /** Who sits where, and what this browser owes to the dice before the match. */
  #seat(table: TableInfo): void {
    this.table = table;
    keepPromise(table);
    void openWords(table).catch(() => null);
  }

  #update(update: Update): void {
    this.clocks = update.clocks ? { ...update.clocks, at: performance.now() } : null;
    this.undo = update.undo;
    const again = update.seq === this.seq && !this.#first;
    // the opening has entry 0; an update that brings it along is the whole story
    const whole = update.lines.some((line) => line.seq === 0);
    const said = update.lines.map((line) => this.#toYou(line));
    const kept = whole ? [] : this.lines.filter((line) => line.seq <= update.since);
    const lines = again && !update.lines.length ? this.lines : [...kept, ...said];
    const news = this.#first ? [] : said.filter((line) => line.seq > this.seq);
    if (update.seq !== this.seq) {
      this.#previews.clear();
      this.#reasons.clear();
      this.refusal = null;
    }
    this.seq = update.seq;
    const [decision, standing] = [update.decision, update.standing].map((asked) => this.#named(asked));
    const step = { view: update.view, lines, decision: decision ?? null, standing: standing ?? null };
    if (this.#wasLost) {
      this.#wasLost = false;
      if (!this.#first) this.missed = news.length;
    }
    if (this.#first) {
      this.#first = false;
      this.set(step);
    } else {
      if (news.length) this.polite = news.map((line) => line.text).join(' ');
      if (!settings.pace) this.heard(news);
      this.play({ ...step, news });
    }
  }

  /** To whoever sits here the ledger says "you", unless the name means somebody or something else as well. */
  #toYou(line: LogLine): LogLine {
    const name = this.seat === null ? '' : this.name(this.seat);
    const alike =
      this.table?.seats.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length !== 1 ||
      this.book.isName(name);
    const two = this.table?.seats.length === 2 && this.seat !== null && /^[01]$/.test(String(line.event.seat));
    const text = two
      ? rivalIs(line.text, Number(line.event.seat), this.seat ?? 0, this.name(1 - (this.seat ?? 0)))
      : line.text;
    return { ...line, text: !name || alike ? text : saidToYou(text, name) };
  }

  /** What is offered, with the names of those it is done to: the referee knows seats only. */
  #named(asked: Question | null): Question | null {
    if (!asked?.actions.some((choice) => choice.of.includes('seat'))) return asked;
    const label = (choice: Choice) => choice.label.replace(/\bseat (\d+)/i, (_, seat) => this.name(Number(seat)));
    return { ...asked, actions: asked.actions.map((choice) => ({ ...choice, label: label(choice) })) };
  }

  override shown(): void {
    if (this.silent) return;
    if (this.mine && this.view) {
      const prompt = this.prompt;
      this.assertive = `${t.bar.yourMove}. ${prompt}`;
      sounds.play('wood');
      this.#asAhead();
    } else this.assertive = '';
  }

  /** Every kind of event has its sound; of lines told together the first is heard. */
  override heard(lines: LogLine[]): void {
    if (!this.silent && lines[0]) sounds.play(soundOf(lines[0]));
  }

  // What is decided ahead

  /** What you would choose from if you were asked again; nothing where others choose at the same time. */
  get foreseeable(): Question | null {
    const sealing = this.view?.seats.some((row) => row.committed !== undefined) ?? true;
    return this.seat === null || this.mine || this.over || sealing ? null : this.#asked;
  }

  /** It is your move: what was decided ahead is done if it is offered, and forgotten either way. */
  #asAhead(): void {
    const wish = this.ahead;
    this.#asked = this.decision;
    this.ahead = null;
    if (!wish) return;
    if (this.decision?.name === wish.decision && this.offered(wish.choice.id)) this.act(wish.choice.id);
    else this.refusal = { reason: t.bar.aheadGone(wish.choice.label), clause: null };
  }

  // What is done

  override act(id: string): void {
    if (this.inert || this.sending || this.line === 'lost') return;
    this.finish();
    this.refusal = null;
    this.sending = id;
    this.picked = null;
    void this.#ask({ type: 'act', action: id, seq: this.seq, nonce: nonce() }, true).then((answer) => {
      this.sending = null;
      if (answer.type === 'refused') this.refusal = answer;
      else if (answer.type === 'update') this.acts += 1;
    });
  }

  takeBack(): void {
    this.finish();
    void this.#ask({ type: 'undo', seq: this.seq, nonce: nonce() }, true).then((answer) => {
      if (answer.type === 'refused') this.refusal = answer;
    });
  }

  answerUndo(agree: boolean): void {
    void this.#ask({ type: 'answer_undo', agree, seq: this.seq, nonce: nonce() }, true);
  }

  resign(): Promise<void> {
    return this.#ask({ type: 'resign', nonce: nonce() }, true).then((answer) => {
      if (answer.type === 'refused') this.refusal = answer;
    });
  }

  say(text: string): void {
    void this.#ask({ type: 'say', text, nonce: nonce() }, true).then((answer) => {
      if (answer.type === 'refused') this.refusal = answer;
    });
  }

  mute(seat: number | null, muted: boolean): void {
    this.#send({ type: 'mute', seat, muted });
  }

  override preview(id: string): Promise<Foresight | null> {
    let known = this.#previews.get(id);
    if (!known) {
      known = this.#ask({ type: 'preview', action: id, seq: this.seq, nonce: nonce() }, false).then((answer) =>
        answer.type === 'preview' ? { ...answer, view: answer.certain ? answer.view : null } : null,
      );
      this.#previews.set(id, known);
    }
    return known;
  }

  /** Why an action is not offered, in the referee's words. Nothing is done. */
  override reason(id: string): Promise<{ reason: string; clause: string | null } | null> {
    let known = this.#reasons.get(id);
    if (!known) {
      known = this.#ask({ type: 'preview', action: id, seq: this.seq, nonce: nonce() }, false).then((answer) =>
        answer.type === 'refused' ? { reason: answer.reason, clause: answer.clause } : null,
      );
      this.#reasons.set(id, known);
    }
    return known;
  }

  get confirms(): boolean {
    return settings.chosen.confirm;
  }
}
