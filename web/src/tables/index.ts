/** The tables of the inn. A game without one of its own is played on the generic table, and loses nothing. */
import type { Component } from 'svelte';
import type { Choice, LogLine } from '../lib/protocol';
import type { Scene } from '../lib/scene.svelte';
import { plainRhythm, plainTell, type Rhythm, type Tell, type Told } from '../lib/story';
import type { AnyView } from '../lib/views';

export interface TableKit<V extends AnyView = AnyView> {
  Stage: Component<{ scene: Scene<V> }>;
  /** a step of a replay as a result; the Stage if absent */
  moment?: () => Promise<{ default: Component<{ scene: Scene<V>; at: number }> }>;
  /** what the bar asks; the shell's own list if absent */
  Ask?: Component<{ scene: Scene<V>; open?: string | null }>;
  /** what may be answered and waits for nobody; it lies at the ledger's foot */
  Slips?: Component<{ scene: Scene<V> }>;
  /** the Ask shows the complete list of choices itself */
  lists?: boolean;
  /** how long each line is looked at; dice and changes if absent */
  rhythm?: Rhythm;
  /** what lies on the table after each line; whatever figures it says if absent */
  tell?: Tell<V>;
  /** lines of the log that say only that nothing came of a question: they are told in passing */
  quiet?: (line: LogLine) => boolean;
  /** what a choice is called, where the table shows it otherwise than the referee's list says it */
  called?: (choice: Choice, view: V) => string;
  /** how a match can end, in a sentence for each reason */
  endings?: Record<string, string>;
  /** does this decide a match that ended for this reason, and so was won? The last that does is told */
  decided?: (event: Told, reason: string, won: (seat: number) => boolean) => boolean;
  /** can this lead to what decides? The last of the same turn that does is told before it */
  led?: (event: Told) => boolean;
  /** a seat's figures that mattered in the end, the one that decided first */
  tally?: (scene: Scene<V>, seat: number) => [string, string | number][];
  /** one line for the rail: round, battle */
  where?: (scene: Scene<V>) => string;
  /** is everything chosen, where the table keeps that itself? Then Enter does it */
  ready?: (scene: Scene<V>) => boolean;
  /** keys that mean something while a decision is open; true if the key was used */
  keys?: (scene: Scene<V>, event: KeyboardEvent) => boolean;
}

/** A table for views of one game. Which game it is, the server says; that its views are so, its tests show. */
export function tableFor<V extends AnyView>(kit: TableKit<V>): TableKit {
  return kit as unknown as TableKit;
}

/** The story of a scene is told as its table tells it. */
export function narrate(scene: Scene, kit: TableKit | null): void {
  scene.rhythm = kit?.rhythm ?? plainRhythm;
  scene.tell = kit?.tell ?? plainTell;
  scene.endings = kit?.endings ?? {};
  scene.quiet = kit?.quiet ?? (() => false);
  scene.called = kit?.called ?? (({ label }) => label);
}

// a folder here is the table of the game of that name
const own = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: TableKit }>(['./*/index.ts', '!./generic/index.ts'])).map(
    ([path, load]) => [path.split('/')[1] ?? '', load],
  ),
);

/** A game without a table of its own, or whose table cannot be fetched, is played on the one that fits all. */
export async function tableOf(game: string): Promise<TableKit> {
  const plain = () => import('./generic');
  return (await (own[game]?.().catch(plain) ?? plain())).default;
}
