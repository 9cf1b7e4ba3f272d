/** The tables of the inn. A game without one of its own is played on the generic table, and loses nothing. */
import type { Component } from 'svelte';
import type { Rhythm, Scene } from '../lib/scene.svelte';

export interface TableKit {
  Stage: Component<{ scene: Scene }>;
  /** a step of a replay as a result; the Stage if absent */
  moment?: () => Promise<{ default: Component<{ scene: Scene; at: number }> }>;
  /** what the bar asks; the shell's own list if absent */
  Ask?: Component<{ scene: Scene; open?: string | null }>;
  /** the Ask shows the complete list of choices itself */
  lists?: boolean;
  rhythm?: Rhythm;
  /** one line for the rail: round, battle */
  where?: (scene: Scene) => string;
  /** keys that mean something while a decision is open; true if the key was used */
  keys?: (scene: Scene, event: KeyboardEvent) => boolean;
}

const own: Record<string, () => Promise<{ default: TableKit }>> = {
  magicduel: () => import('./magicduel'),
  echo: () => import('./echo'),
  mazerunner: () => import('./mazerunner'),
  adventurer: () => import('./adventurer'),
  micah: () => import('./micah'),
};

/** A game without a table of its own, or whose table cannot be fetched, is played on the one that fits all. */
export async function tableOf(game: string): Promise<TableKit> {
  const plain = () => import('./generic');
  return (await (own[game]?.().catch(plain) ?? plain())).default;
}
