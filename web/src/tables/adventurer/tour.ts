import { BUTTON, brisk, next, seen, tourFor } from '../../tours';
import type { Scene } from '../../lib/scene.svelte';
import { words as say } from './tour.text';
import type { View } from './view';

/** The moment of a note: this question; what is asked meanwhile is answered with another note. */
const asked =
  (...names: string[]) =>
  (scene: Scene<View>): boolean | null =>
    names.includes(scene.decision?.name ?? '') || null;

/** Where an Encounter is chosen: its slips lie on the table, all else is a button. */
const way = (scene: Scene<View>): string =>
  scene.picked ? BUTTON : scene.decision?.name === 'encounter' ? '#stage .ways .way' : '#bar .acts button';

export default tourFor<View>({
  game: 'adventurer',
  preset: 'literal',
  options: {},
  rival: brisk('pass', 'done', 'rest', 'attack', 'keep'),
  notes: [
    { ...say.figure, at: '#stage .seat.own', when: asked('main') },
    { ...say.hand, at: '#stage .hand' },
    { ...say.play, at: next as (scene: Scene<View>) => string, asks: true, when: asked('main') },
    {
      ...say.encounter,
      at: way,
      asks: true,
      when: asked('main', 'encounter'),
    },
    {
      ...say.sword,
      at: way,
      asks: true,
      when: asked('encounter', 'main', 'respond'),
    },
    { ...say.deck, at: seen('#stage .hand .deck', '#stage .own .piles') },
  ],
  otherwise: () => ({ ...say.otherwise, at: next as (scene: Scene<View>) => string, asks: true }),
});
