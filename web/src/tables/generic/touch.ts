/** Touching a thing on the table: one action means it and is chosen, or several do and are listed. */
import { meaning, type Handle } from '../../lib/actions';
import { bar } from '../../lib/bar.svelte';
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';

export function naming(scene: Scene, handles: Handle[]): Choice[] {
  return scene.mine ? meaning(scene.choices, handles) : [];
}

export function touch(scene: Scene, handles: Handle[]): void {
  const found = naming(scene, handles);
  if (found.length === 1 && found[0]) scene.pick(found[0].id);
  else if (found.length) {
    bar.meant = found.map((choice) => choice.id);
    bar.open = '+';
  }
}
