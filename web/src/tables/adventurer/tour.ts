import { BUTTON, brisk, next, tourFor } from '../../tours';
import type { Scene } from '../../lib/scene.svelte';
import { words as say } from './tour.text';
import type { View } from './view';

/** The moment of a note: this question; what is asked meanwhile is answered with another note. */
const asked =
  (...names: string[]) =>
  (scene: Scene<View>): boolean | null =>
    names.includes(scene.decision?.name ?? '') || null;

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
      at: (scene) => (scene.picked ? BUTTON : '#bar .acts button'),
      asks: true,
      when: asked('main', 'encounter'),
    },
    {
      ...say.sword,
      at: (scene) => (scene.picked ? BUTTON : '#bar .acts button'),
      asks: true,
      when: asked('encounter', 'main', 'respond'),
    },
    { ...say.deck, at: '#stage' },
  ],
  otherwise: () => ({ ...say.otherwise, at: next as (scene: Scene<View>) => string, asks: true }),
});
