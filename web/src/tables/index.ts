/** The tables of the inn. A game without one of its own is played on the generic table, and loses nothing. */
import type { Component } from 'svelte';
import type { Rhythm, Scene } from '../lib/scene.svelte';

export interface TableKit {
  Stage: Component<{ scene: Scene }>;
  /** what the bar asks; the shell's own list if absent */
  Ask?: Component<{ scene: Scene; open?: string | null }>;
  rhythm?: Rhythm;
  /** one line for the rail: round, battle */
  where?: (scene: Scene) => string;
  /** keys that mean something while a decision is open; true if the key was used */
  keys?: (scene: Scene, event: KeyboardEvent) => boolean;
}

const own: Record<string, () => Promise<{ default: TableKit }>> = {
  magicduel: () => import('./magicduel'),
  echo: () => import('./echo'),
};

export async function tableOf(game: string): Promise<TableKit> {
  const found = own[game];
  return (await (found ? found() : import('./generic'))).default;
}
