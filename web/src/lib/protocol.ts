// Written by web/tools/protocol_types.py from innkeeper.server.protocol. Do not edit.
import type { AnyView } from './views';


/** What a bot of this level would do. `share`: how often another good answer did not do better. */
export interface Hint {
  level: string;
  action: string;
  label: string;
  share: number;
  chance: number;
  reply: ExpectedReply | null;
}

/** What is expected of whoever is asked next, and in which share of the worlds that were tried. */
export interface ExpectedReply {
  seat: number;
  label: string;
  share: number;
}

/** All figures of a game, the weakest level first. `fair`: the share of a player like its rivals. */
export interface StrengthCard {
  form: number;
  game: string;
  rules: string;
  content: string;
  seats: number;
  options: Record<string, any>;
  together: boolean;
  fair: number;
  greedy: string | null;
  levels: LevelStrength[];
  matches: number;
  copies: number;
  played: string;
  command: string;
  build: Build;
}

/** One level. What has not been played, or has no meaning for this level, is null. */
export interface LevelStrength {
  name: string;
  rating: Points | null;
  tempo: Tempo | null;
  random: Share | null;
  greedy: Share | null;
  below: Share | null;
  first_seat: Share | null;
  luck: Chances | null;
  exploited: Exploited | null;
}

/** A rating in Elo points around 1500, the mean of all players of the card, with its 95 % interval. */
export interface Points {
  points: number;
  low: number;
  high: number;
}

/** Seconds of the processor for a move: the mean, and what 95 of 100 moves stay below. */
export interface Tempo {
  mean: number;
  p95: number;
  moves: number;
}

/** A part of all points, with its 95 % interval. Of a single deal there is no interval. */
export interface Share {
  mean: number;
  low: number | null;
  high: number | null;
  matches: number;
}

/** How often the same deal had the same winner whoever sat where; and how often by accident alone. */
export interface Chances {
  same: Share;
  accident: number;
}

/** What a searcher got that models this level: `least` is by how much it is surely more than fair. */
export interface Exploited {
  by: string;
  share: Share;
  least: number;
}

/** What was measured. `commit` is null outside a checkout, and ends in + where the code was changed. */
export interface Build {
  version: string;
  commit: string | null;
  compiled: boolean;
  code: string;
}

/** Something that a player would want to be asked about twice, and the clause behind it. */
export interface Beware {
  text: string;
  clause: string;
}

/** A figure that will be another. `path` leads to it in the view, as `seats.1.hp`; `what` is its name. */
export interface Change {
  path: string;
  what: string;
  before: number;
  after: number;
}

/** `prompts` by decision, `short` names by card for narrow places, `words` by field or value of a view. */
export interface Phrases {
  flavour: string;
  shelf: number;
  prompts: Record<string, string>;
  short: Record<string, string>;
  words: Record<string, string>;
  rules: Record<string, string>;
  answers: Record<string, Record<string, string>>;
  keys: [string, string][];
  played_as: string;
}

/** A part of a whole, from 0 to 1, and the interval in which it lies for all that is known. */
export interface Bar {
  name: string;
  value: number;
  low: number;
  high: number;
  said: string;
}

/** How often which values came: columns of equal width from the least value on. */
export interface Columns {
  least: number;
  most: number;
  width: number;
  counts: number[];
  said: string;
}

/** A question, its answer, what shows it, and what must be kept in mind. */
export interface Figure {
  question: string;
  answer: string;
  caveat: string;
  bars: Bar[];
  mark: number | null;
  columns: Columns | null;
  grid: Grid | null;
  heat: Heat | null;
  lines: string[];
}

/** Each against each, row against column; null where they never met. */
export interface Grid {
  names: string[];
  cells: ((number | null)[])[];
  fair: number;
}

/** What came of two numbers that were varied: the first by row, the second by column. */
export interface Heat {
  down: string;
  across: string;
  rows: string[];
  columns: string[];
  spots: Spot[][];
}

/** What came of one pair of values. */
export interface Spot {
  said: string;
  reach: string;
  tint: number;
}

/** All of it, with what was played and the command that plays it again. */
export interface Report {
  title: string;
  verdict: string;
  figures: Figure[];
  facts: [string, string][];
  again: string;
}

/** Nobody is hurried. */
export interface NoClock {
  kind: "none";
}

/** So many seconds for every decision. */
export interface DecisionClock {
  kind: "decision";
  seconds: number;
}

/** A bank of seconds for the whole match, and so many more after each decision. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number;
}

/** You sit here. Several such seats are for friends at one screen. `seal`: of your word for the dice. */
export interface You {
  who: "you";
  name?: string;
  seal?: string;
  program?: boolean;
}

/** Anybody with the link may sit here. */
export interface Open {
  who: "open";
}

/** A program sits here: one of the game's `levels` or `bots`. */
export interface Bot {
  who: "bot";
  bot?: string | null;
}

/** A table to set. Without seats: you and as many bots that fit you as the game needs. */
export interface NewTable {
  game: string;
  preset?: string | null;
  options?: Record<string, any>;
  seats?: (You | Open | Bot)[] | null;
  clock?: NoClock | DecisionClock | BankClock;
  public?: boolean;
  watchers?: boolean;
  bench_talks?: boolean;
  takeover?: string | null;
}

/** Sit down. The commitment to the seed is already public, and a word of yours is mixed into the dice. */
export interface Sit {
  name?: string;
  seat?: number | null;
  nonce?: string;
  seal?: string;
  brings?: Record<string, any>;
  program?: boolean;
}

/** A study to make, or a comparison with the game as it is recommended here. */
export interface NewStudy {
  game: string;
  kind?: "compare" | "study";
  preset?: string | null;
  options?: Record<string, any>;
  seats?: number | null;
  players?: string[];
  matches?: number;
  files?: Record<string, string>;
  archive?: string;
}

/** The text of a deck file, and the house rules it is to fit. */
export interface DeckFile {
  text: string;
  options?: Record<string, any>;
}

/** Who may watch. A table can be closed to watchers at any time, and opened until the match begins. */
export interface TableChange {
  watchers: boolean;
}

/** Begin. Nonces by seat, for seats of your own that have sealed no word. */
export interface Start {
  nonces?: Record<string, string>;
}

/** Open the words under the seals of your seats, by seat. */
export interface Words {
  words: Record<string, string>;
}

/** One action: the same as the WebSocket message `act`. */
export interface Play {
  action: string;
  seq: number;
  nonce: string;
}

/** Play on from after entry `at`, yourself in `seat`, bots in the others. */
export interface Practise {
  at: number;
  seat: number;
  bot?: string | null;
  name?: string;
}

/** Name and password of an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** An account to make. `program`: for a program that plays by itself; all its seats are marked. */
export interface NewAccount {
  name: string;
  password: string;
  program?: boolean;
}

/** Do one of the actions offered. `seq` is the one of the last update seen. */
export interface Act {
  type: "act";
  action: string;
  seq: number;
  nonce: string;
}

/** Take the last action back: at once where that is free, otherwise the others are asked. */
export interface Undo {
  type: "undo";
  seq: number;
  nonce: string;
}

/** Agree, or not, to what another seat wants to take back. */
export interface AnswerUndo {
  type: "answer_undo";
  agree: boolean;
  seq: number;
  nonce: string;
}

/** Leave the match. */
export interface Resign {
  type: "resign";
  nonce: string;
}

/** A line of chat. */
export interface Say {
  type: "say";
  text: string;
  nonce: string;
}

/** Stop (or start again) hearing a seat; null is everybody on the bench. */
export interface Mute {
  type: "mute";
  seat: number | null;
  muted: boolean;
}

/** What would this action lead to, as far as it is certain? */
export interface Preview {
  type: "preview";
  action: string;
  seq: number;
  nonce: string;
}

/** Send what is missing after these. */
export interface Sync {
  type: "sync";
  seq: number;
  said: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  nonce: string;
}

/** One action of a decision. `of`: what its arguments are, which are the last words of its id. */
export interface Choice {
  id: string;
  label: string;
  clause: string;
  of: string[];
}

/** What a seat may answer. `timeout` is what the referee answers when the clock runs out. */
export interface Question {
  name: string;
  actions: Choice[];
  timeout: string | null;
}

/** A die that was rolled: its size, and what it showed. */
export interface Rolled {
  sides: number;
  rolled: number;
}

/** A sentence of the log, the clause behind it, the event and its dice. `seq`: the entry it came of. */
export interface LogLine {
  seq: number;
  text: string;
  clause: string;
  event: Record<string, any>;
  dice: Rolled[];
}

/** Milliseconds left by seat (null: no clock runs there) at the moment of sending; who is on the clock. */
export interface Clocks {
  left: (number | null)[];
  running: number[];
}

/** What taking back would need now. `asked_by` waits for the answers of `waits_for`. */
export interface UndoState {
  free: boolean;
  ask: boolean;
  asked_by: number | null;
  waits_for: number[];
}

/** The table as you may see it after entry `seq`, and the log lines of entries after `since`. */
export interface Update {
  type: "update";
  seq: number;
  since: number;
  view: AnyView;
  decision: Question | null;
  standing: Question | null;
  lines: LogLine[];
  clocks: Clocks | null;
  undo: UndoState;
  over: boolean;
  answers: string | null;
  entry: number | null;
}

/** Why not, by which clause, and what is legal now. Nothing has changed. */
export interface Refused {
  type: "refused";
  reason: string;
  clause: string | null;
  legal: string[];
  answers: string | null;
}

/** The table has moved on since `seq`; what is missing follows as an update. */
export interface Stale {
  type: "stale";
  answers: string;
  seq: number;
}

/** A message that needs no view in return was carried out. */
export interface Done {
  type: "done";
  answers: string;
}

/** The view after an action, null when dice or hidden things decide; the rest can be said anyway. */
export interface Previewed {
  type: "preview";
  answers: string;
  certain: boolean;
  view: AnyView | null;
  about: string;
  changes: Change[];
  notes: string[];
  beware: Beware[];
}

/** A line of chat, in order `n`. `seat` is null for the bench. */
export interface Note {
  type: "said";
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

export interface Pong {
  type: "pong";
  answers: string;
  time: number;
}

/** Who sits where. `same_as`: the first seat of the same person, if that is another. */
export interface SeatInfo {
  seat: number;
  who: "bot" | "open" | "person";
  name: string;
  bot: string | null;
  ready: boolean;
  here: boolean;
  seen: number | null;
  stand_in: string | null;
  account: string | null;
  program: boolean;
  same_as: number | null;
  seal: string;
  opened: boolean;
  nonce: string;
}

/** A table as everybody with the link may see it. `code` and `yours` only for those who sit there. */
export interface TableInfo {
  type: "table";
  id: string;
  game: string;
  title: string;
  rules: string;
  content: string;
  status: "closed" | "dealing" | "frozen" | "open" | "over" | "playing";
  notice: string | null;
  options: Record<string, any>;
  seats: SeatInfo[];
  clock: NoClock | DecisionClock | BankClock;
  public: boolean;
  watchers: boolean;
  bench_talks: boolean;
  takeover: string | null;
  commitment: string;
  open_by: number | null;
  created: number;
  started: number | null;
  ended: number | null;
  seq: number;
  said: number;
  outcome: Record<string, any> | null;
  previous: string | null;
  next: string | null;
  origin: string | null;
  origin_at: number | null;
  bench: number;
  unrated: string | null;
  code: string | null;
  yours: number[];
  host: boolean;
}

/** The first message of every connection. */
export interface Welcome {
  type: "welcome";
  version: number;
  you: number | null;
  time: number;
  table: TableInfo;
}

/** The key to a seat. Shown once; the server keeps only its fingerprint. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** The table, and the keys to the seats that are yours. */
export interface Seated {
  table: TableInfo;
  tokens: SeatToken[];
}

/** Tables, the newest first; `more` goes into `before` for the next page. */
export interface TableList {
  tables: TableInfo[];
  more: number | null;
}

/** One tick of the replay scrubber. `out`: the seats that have nothing left to play after it. */
export interface TapeEntry {
  seq: number;
  at: number;
  seat: number | null;
  what: "act" | "practise" | "resign" | "timeout" | "undo";
  action: string | null;
  turn: number;
  chance: boolean;
  sealed: boolean;
  out: number[];
}

/** All entries of a match, for a scrubber. */
export interface Tape {
  entries: TapeEntry[];
}

/** How likely each seat was to win after entry `seq`, and how far off that may well be. */
export interface Estimate {
  seq: number;
  chances: number[];
  margins: number[];
}

/** At the moment `at` a seat played something, and something better was there. */
export interface MissedMoment {
  at: number;
  seat: number;
  played: string;
  better: string;
  chance: number;
  cost: number;
  margin: number;
}

/** How often an answer should be given, and how much less likely it wins than the best. */
export interface WeighedAnswer {
  answer: string;
  share: number;
  cost: number | null;
}

/** What a seat played at the moment `at`, beside how often each answer should be given there. */
export interface MixedMoment {
  at: number;
  seat: number;
  played: string;
  weights: WeighedAnswer[];
}

/** What a bot of this level makes of a finished match. Not `done`: ask again for more. */
export interface Analysis {
  level: string;
  seat: number | null;
  done: boolean;
  looked: number;
  positions: number;
  steps: Estimate[];
  missed: MissedMoment[];
  mixed: MixedMoment[];
}

/** What came of checking a record. `unpromised`: why nobody was bound to these dice, as in practice. */
export interface Verdict {
  good: boolean;
  entries: number;
  commitment: string;
  problem: string | null;
  unpromised: string | null;
}

export interface BotInfo {
  id: string;
}

export interface PresetInfo {
  id: string;
  title: string;
  about: string;
  recommended: boolean;
  overrides: Record<string, any>;
}

export interface OptionInfo {
  name: string;
  range: string;
  default: any;
  about: string;
  json_schema: Record<string, any>;
}

/** A playbill. `presets`: their titles by id; `decks`: people bring decks to it. */
export interface GameSummary {
  id: string;
  title: string;
  pitch: string;
  minutes: string;
  least: number;
  most: number;
  rules: string;
  content: string;
  recommended: string;
  presets: Record<string, string>;
  flavour: string;
  decks: boolean;
}

/** A level at which bots play, and what is told about it to whoever chooses. */
export interface LevelInfo {
  name: string;
  about: string;
}

/** Everything about the table of one game. `schema`: the shape of its views, with hints. */
export interface GameInfo {
  game: GameSummary;
  presets: PresetInfo[];
  options: OptionInfo[];
  levels: LevelInfo[];
  bots: string[];
  names: Record<string, string>;
  schema: Record<string, any>;
  phrases: Phrases;
  texts: Record<string, string>;
}

/** How strong the bots of a game are; `card` is null where nobody has measured them. */
export interface StrengthInfo {
  game: string;
  card: StrengthCard | null;
  changed: boolean;
  slower: boolean;
}

/** A deck file as the value of an option, null if it is refused, and what is wrong or odd about it. */
export interface DeckInfo {
  deck: any;
  problems: string[];
}

export interface ClauseInfo {
  id: string;
  chapter: string;
  text: string;
}

/** What a chapter says besides its clauses. */
export interface ChapterInfo {
  title: string;
  text: string;
}

/** A rulebook for people. Links in it lead to a clause, `#MD-5.1`, or to a card, `card:specter`. */
export interface RulebookInfo {
  text: string;
  clauses: ClauseInfo[];
  chapters: ChapterInfo[];
}

/** openskill: about two in three times the true strength is within `sigma` of `mu`. */
export interface Rating {
  game: string;
  mu: number;
  sigma: number;
  matches: number;
}

/** A row of the leaderboard: `score` is mu minus three sigma. A `program` is a stranger's bot. */
export interface Standing {
  name: string;
  bot: boolean;
  program: boolean;
  mu: number;
  sigma: number;
  score: number;
  matches: number;
}

export interface Leaderboard {
  game: string;
  rows: Standing[];
}

/** A result. `table` is null and `against` empty where a private match is somebody else's. */
export interface PastMatch {
  table: string | null;
  game: string;
  seat: number;
  place: number | null;
  won: boolean;
  ended: number;
  against: string[];
}

/** How somebody's matches of a game ended: all (`of` is null), or those with one class or deck. */
export interface Tally {
  game: string;
  of: string | null;
  played: number;
  won: number;
  drawn: number;
}

/** Somebody with an account, as everybody may see it; or some `program`. */
export interface Player {
  name: string;
  since: number;
  program: boolean;
  ratings: Rating[];
  history: PastMatch[];
  figures: Tally[];
}

/** You: your account if you have one, and your tables. */
export interface Me {
  account: string | null;
  tables: TableInfo[];
  ratings: Rating[];
  history: PastMatch[];
  figures: Tally[];
  landlord: boolean;
}

/** What is wrong with a card, or only `odd`: its file and line (0: none), card and field. */
export interface Remark {
  file: string;
  line: number;
  place: string;
  said: string;
  odd: boolean;
}

/** What is said of a study before it is made. `refused` is null if it can be made. */
export interface Checked {
  refused: string | null;
  remarks: Remark[];
  files: string[];
}

/** A study of the workshop. `ahead`: how many come before it; times are in milliseconds since 1970. */
export interface StudyInfo {
  id: string;
  kind: "compare" | "study";
  game: string;
  preset: string | null;
  options: Record<string, any>;
  players: string[];
  matches: number;
  files: string[];
  by: string;
  status: "cancelled" | "done" | "failed" | "running" | "waiting";
  ahead: number;
  done: number;
  total: number;
  made: number;
  ended: number | null;
  said: string | null;
  report: Report | null;
}

/** The workshop: its studies, the latest first, and its bounds. */
export interface WorkshopInfo {
  studies: StudyInfo[];
  seconds: number;
  kept: number;
  waiting: number;
  bytes: number;
}

/** The body of every answer that is not what was asked for. */
export interface Refusal {
  reason: string;
  clause: string | null;
  legal: string[];
}

export interface Health {
  status: "ok" | "starting" | "stopping" | "unavailable";
  version: string;
}

export type ClientMessage = Act | Undo | AnswerUndo | Resign | Say | Mute | Preview | Sync | Ping;

export type ServerMessage = Welcome | Update | Refused | Stale | Done | Previewed | Note | Pong | TableInfo;
