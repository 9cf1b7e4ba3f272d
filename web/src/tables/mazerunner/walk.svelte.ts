/** A walk of several blocks: one step after the other, for as long as nothing happens on the way. */
import { breath } from '../../lib/breath';
import type { Scene } from '../../lib/scene.svelte';
import { key, type Way } from './places';
import type { View } from './view';

/** What would end a walk: whatever hurts, stirs or follows. */
const calm = ({ seats, table: { monsters, runner } }: View): string =>
  JSON.stringify([seats[runner.seat]?.hp, monsters]);

export class Walk {
  /** where one is bound for, chosen or under way */
  way = $state.raw<Way | null>(null);
  #made = 0;
  #calm = '';

  constructor(readonly scene: Scene<View>) {}

  /** Choose to go there: its first step is what the bar asks about. Chosen again, it is let go. */
  bind(way: Way): void {
    const { scene } = this;
    const [first = ''] = way.ids;
    const again = !!this.way && key(this.way) === key(way);
    if (again || scene.picked !== first) scene.pick(first);
    this.way = again ? null : way;
    this.#made = 0;
    this.#calm = scene.view ? calm(scene.view) : '';
  }

  /** Something else is asked, or chosen: the walk goes on if this is what its last step led to. */
  async look(): Promise<void> {
    const { scene, way } = this;
    const { view, decision } = scene;
    if (!way || !view || !scene.mine || scene.sending) return;
    if (!this.#made && scene.picked === way.ids[0]) return; // not confirmed yet
    const next = way.ids[this.#made + 1];
    const there = key(view.table.runner) === key(way.spots[this.#made] ?? way);
    if (scene.picked || !there || calm(view) !== this.#calm || !next || !scene.offered(next)) {
      this.way = null;
      return;
    }
    await breath();
    if (this.way !== way || scene.decision !== decision || scene.picked || scene.sending) return;
    this.#made += 1;
    scene.act(next);
  }
}

const walks = new WeakMap<Scene<View>, Walk>();

export function walkOf(scene: Scene<View>): Walk {
  const found = walks.get(scene) ?? new Walk(scene);
  walks.set(scene, found);
  return found;
}
