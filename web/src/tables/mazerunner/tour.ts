import { brisk, next, tourFor } from '../../tours';
import type { Scene } from '../../lib/scene.svelte';
import { words as say } from './tour.text';
import type { View } from './view';

/** The moment of a note: this question; what is asked meanwhile is answered with another note. */
const asked =
  (...names: string[]) =>
  (scene: Scene<View>): boolean | null =>
    names.includes(scene.decision?.name ?? '') || null;

export default tourFor<View>({
  game: 'mazerunner',
  preset: 'literal',
  options: {},
  rival: brisk('heal', 'done', 'return', 'base', 'fight', 'keep'),
  notes: [
    { ...say.goal, at: '#stage .maze', when: asked('plan') },
    { ...say.runner, at: '#stage .seat.own' },
    { ...say.plan, at: '#bar .acts button:last-child', asks: true, when: asked('plan') },
    { ...say.door, at: next as (scene: Scene<View>) => string, asks: true, when: asked('enter') },
    { ...say.steps, at: next as (scene: Scene<View>) => string, asks: true, when: asked('step', 'enter', 'plan') },
    { ...say.why, at: '#stage' },
  ],
  otherwise: () => ({ ...say.otherwise, at: next as (scene: Scene<View>) => string, asks: true }),
});
