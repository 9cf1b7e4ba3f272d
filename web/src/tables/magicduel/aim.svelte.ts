/** What the player is about to do: a move, its sparks or its shield, a target. Ids come from the offered list only. */
import type { Card } from '../../lib/book.svelte';
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';
import type { View } from './view';

export class Aim {
  move = $state<string | null>(null);
  spark = $state(2);
  ward = $state<number | null>(null);
  target = $state<string | null>(null);

  constructor(readonly scene: Scene<View>) {}

  /** The moves of this table, in the order of the content; house rules may add some. */
  get moves(): Card[] {
    const options: Partial<Record<string, unknown>> = { ...this.scene.seen.table.options };
    return this.scene.book.list.filter(
      (card) => card.kind === 'move' && (typeof card.raw.option !== 'string' || options[card.raw.option]),
    );
  }

  /** The offered actions of one move. */
  of(move: Card): Choice[] {
    const verb = String(move.raw.verb);
    const heads = [verb, `summon:${verb}`, `buff:${verb}`];
    if (this.scene.decision?.name !== 'move') return [];
    return this.scene.choices.filter((choice) =>
      heads.some((head) => choice.id === head || choice.id.startsWith(`${head}:`)),
    );
  }

  get chosen(): Card | null {
    return this.moves.find((move) => move.id === this.move && this.of(move).length > 0) ?? null;
  }

  /** The actions that the chosen move, sparks and shield leave: one per target. */
  get aimed(): Choice[] {
    if (this.scene.decision?.name === 'specter') return this.scene.choices;
    const move = this.chosen;
    if (!move) return [];
    const all = this.of(move);
    const asks = Array.isArray(move.raw.asks) ? (move.raw.asks as string[]) : [];
    if (asks.includes('spark')) {
      return all.filter(
        (choice) => !choice.id.endsWith(':player') || choice.id.split(':').at(-2) === String(this.spark),
      );
    }
    if (asks.includes('ward')) return all.filter((choice) => choice.id.endsWith(`:${this.shield}`));
    return all;
  }

  /** What is done if nothing else is said: at the chosen target, or at the rival, the first among equals. */
  get primary(): Choice | undefined {
    const aimed = this.aimed;
    return (
      aimed.find((choice) => Aim.targetOf(choice) === this.target) ??
      aimed.find((choice) => choice.id.endsWith(':player')) ??
      (aimed.length === 1 ? aimed[0] : undefined)
    );
  }

  get wards(): number[] {
    const move = this.chosen;
    const asks = Array.isArray(move?.raw.asks) ? (move.raw.asks as string[]) : [];
    return move && asks.includes('ward') ? this.of(move).map((choice) => Number(choice.id.split(':').at(-1))) : [];
  }

  get shield(): number {
    const wards = this.wards;
    return this.ward !== null && wards.includes(this.ward) ? this.ward : (wards.at(-1) ?? 0);
  }

  get sparks(): boolean {
    const asks = this.chosen?.raw.asks;
    return Array.isArray(asks) && asks.includes('spark');
  }

  /** Who or what an offered action is aimed at: `player`, or the number of a minion. */
  static targetOf(choice: Choice): string {
    return choice.id.split(':').at(-1) ?? '';
  }

  /** Can the thing be touched now? */
  at(target: string): Choice | null {
    return (
      this.aimed.find((choice) => Aim.targetOf(choice) === target && /^(attack|specter|buff)/.test(choice.id)) ?? null
    );
  }

  take(move: string): void {
    this.scene.finish();
    this.move = this.move === move ? null : move;
    this.ward = null;
    this.target = null;
  }
}

const aims = new WeakMap<Scene<View>, Aim>();

export function aimOf(scene: Scene<View>): Aim {
  const found = aims.get(scene) ?? new Aim(scene);
  aims.set(scene, found);
  return found;
}
