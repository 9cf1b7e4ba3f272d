/** Touching a thing on the table: one action names it and is chosen, or several do and are listed. */
import { mentioning } from '../../lib/actions';
import { bar } from '../../lib/bar.svelte';
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';

export function naming(scene: Scene, keys: string[]): Choice[] {
  return scene.mine ? mentioning(scene.choices, ...keys) : [];
}

export function touch(scene: Scene, keys: string[]): void {
  const found = naming(scene, keys);
  if (found.length === 1 && found[0]) scene.pick(found[0].id);
  else if (found.length) bar.open = `+${keys.find((key) => mentioning(found, key).length) ?? ''}`;
}
