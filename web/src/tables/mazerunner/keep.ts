/** Which dice stay: the number in `keep:5` says it, one bit for each. */
import type { Scene } from '../../lib/scene.svelte';
import type { View } from './view';

export const keeping = (scene: Scene<View>): boolean =>
  scene.mine && scene.choices.some((choice) => choice.id.startsWith('keep:'));

export const keptIn = (scene: Scene<View>): number =>
  keeping(scene) && scene.picked?.startsWith('keep:') ? Number(scene.picked.slice(5)) : 0;

/** A die stays, or rolls again. */
export function toggle(scene: Scene<View>, index: number): void {
  const id = `keep:${keptIn(scene) ^ (1 << index)}`;
  if (scene.offered(id)) scene.pick(id);
}
