import { BUTTON, brisk, ledger, next, tourFor } from '../../tours';
import type { Scene } from '../../lib/scene.svelte';
import { words as say } from './tour.text';
import type { View } from './view';

/** The moment of a note: this question; what is asked meanwhile is answered with another note. */
const asked =
  (...names: string[]) =>
  (scene: Scene<View>): boolean | null =>
    names.includes(scene.decision?.name ?? '') || null;

/** The likeliest of the three ways. */
function likeliest(scene: Scene<View>): string {
  const met = scene.seen.table.encounter;
  if (!met || scene.picked) return next(scene as unknown as Scene);
  const odds = [met.attack, met.charm, met.escape].map((way) => way?.odds ?? -1);
  return `#stage .ways > :nth-child(${odds.indexOf(Math.max(...odds)) + 1})`;
}

export default tourFor<View>({
  game: 'micah',
  preset: 'literal',
  options: {},
  rival: brisk('pick', 'draw', 'decline', 'attack', 'charm', 'pass', 'flee'),
  notes: [
    { ...say.pick, at: next as (scene: Scene<View>) => string, asks: true, when: asked('class_pick') },
    { ...say.road, at: '#stage .road', when: asked('prep') },
    { ...say.stall, at: '#stage .stall' },
    { ...say.draw, at: (scene) => (scene.picked ? BUTTON : '#bar .acts button'), asks: true, when: asked('prep') },
    { ...say.intention, at: likeliest, asks: true, when: asked('intention', 'prep') },
    { ...say.why, at: ledger },
  ],
  otherwise: () => ({ ...say.otherwise, at: next as (scene: Scene<View>) => string, asks: true }),
});
