/** Tours: a real match on a real table, with somebody pointing. Both seats are yours; the tour plays the other one. */
import type { Choice, LogLine } from '../lib/protocol';
import type { View } from '../lib/scene.svelte';

export interface Note {
  /** what it is about, in a few words */
  title: string;
  text: string;
  /** what it points at */
  at: string;
  /** the offered actions that fulfil it; without it, Next does */
  act?: (choice: Choice, view: View) => boolean;
  /** what the primary says while it waits */
  ask?: string;
  /** shown only if this holds */
  when?: (view: View, lines: LogLine[]) => boolean;
}

export interface Tour {
  game: string;
  preset: string;
  options: Record<string, unknown>;
  notes: Note[];
  /** what the other seat does; by default what its clock would do */
  rival: (choices: Choice[], view: View, count: number) => string;
}

const tours: Record<string, () => Promise<{ default: Tour }>> = {
  magicduel: () => import('./magicduel'),
  echo: () => import('./echo'),
};

export const TOURED = Object.keys(tours);

export async function tourOf(game: string): Promise<Tour | null> {
  const found = tours[game];
  return found ? (await found()).default : null;
}
