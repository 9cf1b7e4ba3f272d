import { brisk, ledger, next, tourFor } from '../../tours';
import type { Scene } from '../../lib/scene.svelte';
import { words as say } from './tour.text';
import type { View } from './view';

/** The moment of a note: this question; what is asked meanwhile is answered with another note. */
const asked =
  (...names: string[]) =>
  (scene: Scene<View>): boolean | null =>
    names.includes(scene.decision?.name ?? '') || null;

const EXPLORE = '#bar .acts button:last-child';
const KEEP_ALL = '#bar .btn.go, #bar:not(:has(.btn.go)) .acts button:nth-of-type(3)';

/** What to touch next: out instead of by the fire, round after round, and all dice, for one that is touched leads nowhere. */
function touch(scene: Scene<View>): string {
  if (scene.decision?.name === 'plan') return EXPLORE;
  if (scene.decision?.name === 'keep') return KEEP_ALL;
  return next(scene as unknown as Scene);
}

export default tourFor<View>({
  game: 'mazerunner',
  preset: 'literal',
  options: {},
  rival: brisk('heal', 'done', 'return', 'base', 'fight', 'keep'),
  notes: [
    { ...say.goal, at: '#stage .maze', when: asked('plan') },
    { ...say.runner, at: '#stage .seat.own' },
    { ...say.plan, at: EXPLORE, asks: true, when: asked('plan') },
    { ...say.dice, at: touch, asks: true, when: asked('keep', 'enter') },
    { ...say.door, at: touch, asks: true, when: asked('enter') },
    { ...say.steps, at: touch, asks: true, when: asked('step', 'enter', 'plan') },
    { ...say.why, at: ledger },
  ],
  otherwise: () => ({ ...say.otherwise, at: touch, asks: true }),
});
