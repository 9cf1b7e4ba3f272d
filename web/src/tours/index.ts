/** Tours: a real match on a real table, with somebody pointing. Both seats are yours; the tour plays the other one. */
import type { Choice } from '../lib/protocol';
import type { Scene, View } from '../lib/scene.svelte';

export interface Note {
  /** what it is about, in a few words */
  title: string;
  text: string;
  /** what it points at; of a note that asks for something, what to touch next */
  at: string | ((scene: Scene) => string);
  /** it asks for a move: any move of yours fulfils it, the one it points at is only the best lesson */
  asks?: true;
  /** it asks for something short of a move, and is fulfilled when this holds; a note with neither has a Next */
  until?: (scene: Scene) => boolean;
  /** its moment: now, never again (false), or not yet (null) */
  when?: (scene: Scene) => boolean | null;
}

export interface Tour {
  game: string;
  preset: string;
  options: Record<string, unknown>;
  /** in order; every one is shown at most once, so a tour always ends */
  notes: Note[];
  /** for a decision that none of the notes is about, because you went your own way */
  otherwise: (scene: Scene) => Note;
  /** what the other seat does; `count` is how often it has acted */
  rival: (choices: Choice[], view: View, count: number) => string;
}

/** The button that does what is chosen, or the first of those to choose from. */
export const BUTTON = '#bar .btn.go, #bar:not(:has(.btn.go)) .acts button:not(.all)';

const tours: Record<string, () => Promise<{ default: Tour }>> = {
  magicduel: () => import('./magicduel'),
  echo: () => import('./echo'),
};

export const TOURED = Object.keys(tours);

export async function tourOf(game: string): Promise<Tour | null> {
  const found = tours[game];
  return found ? (await found()).default : null;
}
