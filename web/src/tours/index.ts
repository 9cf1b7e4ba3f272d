/** Tours: a real match on a real table, with somebody pointing. Both seats are yours; the tour plays the other one. */
import { bar } from '../lib/bar.svelte';
import type { Choice } from '../lib/protocol';
import type { Scene } from '../lib/scene.svelte';
import type { AnyView } from '../lib/views';

export interface Note<V extends AnyView = AnyView> {
  /** what it is about, in a few words */
  title: string;
  text: string;
  /** the same with keys, for those who have some */
  keys?: string;
  /** what it points at; of a note that asks for something, what to touch next */
  at: string | ((scene: Scene<V>) => string);
  /** it asks for a move: any move of yours fulfils it, the one it points at is only the best lesson */
  asks?: true;
  /** it asks for something short of a move, and is fulfilled when this holds; a note with neither has a Next */
  until?: (scene: Scene<V>) => boolean;
  /** its moment: now, never again (false), or not yet (null) */
  when?: (scene: Scene<V>) => boolean | null;
}

export interface Tour<V extends AnyView = AnyView> {
  game: string;
  preset: string;
  options: Record<string, unknown>;
  /** in order; every one is shown at most once, so a tour always ends */
  notes: Note<V>[];
  /** for a decision that none of the notes is about, because you went your own way */
  otherwise: (scene: Scene<V>) => Note<V>;
  /** what the other seat does; `count` is how often it has acted */
  rival: (choices: Choice[], view: V | null, count: number) => string;
}

/** The button that does what is chosen, or the first of those to choose from. */
export const BUTTON = '#bar .btn.go, #bar:not(:has(.btn.go)) .acts button:not(.all)';

/** What to touch next: an entry of the open list, the button that does it, or the first thing that glows. */
export function next(scene: Scene): string {
  if (bar.open) return '.list .one';
  return scene.picked ? BUTTON : `#stage button.can, ${BUTTON}`;
}

/** The first of these that is in sight at this size, or else the table. */
export const seen =
  (...places: string[]) =>
  (): string =>
    places.find((place) => document.querySelector(place)?.checkVisibility()) ?? '#stage';

/** The ledger; where it is put away, what opens it. */
export const ledger = seen('.ledgertool', '#ledger');

/** Somebody who gets on with it: the first of these verbs that is offered, or else whatever comes first. */
export const brisk =
  (...verbs: string[]) =>
  (choices: Choice[]): string => {
    const offered = verbs.map((verb) => choices.find((choice) => choice.id.split(':')[0] === verb));
    return (offered.find(Boolean) ?? choices[0])?.id ?? '';
  };

/** The tour of one game. */
export function tourFor<V extends AnyView>(tour: Tour<V>): Tour {
  return tour as unknown as Tour;
}

// every table that has a tour brings it along
const tours = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Tour }>('../tables/*/tour.ts')).map(([path, load]) => [
    path.split('/').at(-2) ?? '',
    load,
  ]),
);

export const TOURED = Object.keys(tours);

export async function tourOf(game: string): Promise<Tour | null> {
  const found = tours[game];
  return found ? (await found()).default : null;
}
