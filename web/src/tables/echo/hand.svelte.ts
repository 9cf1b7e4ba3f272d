/** What lies ready to be sealed: creatures and an edict, put together into an offered action or not at all. */
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';
import type { View } from './view';

export class Hand {
  creatures = $state<string[]>([]);
  edict = $state<string | null>(null);
  peeking = $state(false);

  constructor(readonly scene: Scene<View>) {}

  get commits(): number {
    const you = this.scene.you;
    return you === null ? 1 : (this.scene.view?.seats[you]?.commits ?? 1);
  }

  get plays(): Choice[] {
    return this.scene.choices.filter((choice) => choice.id.startsWith('play:'));
  }

  /** The offered action that plays exactly these cards. */
  get play(): Choice | null {
    if (this.creatures.length !== this.commits || !this.edict) return null;
    const wanted = new Set([...this.creatures, this.edict]);
    return (
      this.plays.find((choice) => {
        const [, ...cards] = choice.id.split(':');
        return cards.length === wanted.size && cards.every((card) => wanted.has(card));
      }) ?? null
    );
  }

  /** Is there an offered action with this card? */
  offers(card: string): boolean {
    return this.plays.some((choice) => choice.id.split(':').slice(1).includes(card));
  }

  toggle(creature: string): void {
    this.scene.finish();
    if (this.creatures.includes(creature)) this.creatures = this.creatures.filter((one) => one !== creature);
    else this.creatures = [...this.creatures, creature].slice(-this.commits);
  }

  proclaim(edict: string): void {
    this.scene.finish();
    this.edict = this.edict === edict ? null : edict;
  }

  clear(): void {
    this.creatures = [];
    this.edict = null;
  }
}

const hands = new WeakMap<Scene<View>, Hand>();

export function handOf(scene: Scene<View>): Hand {
  const found = hands.get(scene) ?? new Hand(scene);
  hands.set(scene, found);
  return found;
}
