/** Touching a thing on the table: one action means it and is chosen, or several do and are listed. */
import { meaning, type Handle } from '../../lib/actions';
import { bar } from '../../lib/bar.svelte';
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';

export function naming(scene: Scene, handles: Handle[]): Choice[] {
  return scene.mine ? meaning(scene.choices, handles) : [];
}

export function touch(scene: Scene, handles: Handle[]): void {
  offer(scene, naming(scene, handles));
}

/** What one thing means: chosen at once, or listed if there are several. */
export function offer(scene: Scene, found: Choice[]): void {
  if (found.length === 1 && found[0]) scene.pick(found[0].id);
  else if (found.length) {
    bar.meant = found.map((choice) => choice.id);
    bar.open = '+';
  }
}
