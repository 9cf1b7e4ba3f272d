/** Choices of two numbers each lie on the table as a grid, unless they mean things that lie there already. */
import { gridOf, grouped, type Grid } from '../../lib/actions';
import type { Choice } from '../../lib/protocol';
import type { Scene } from '../../lib/scene.svelte';
import { domainOf, tellerOf } from './shape';

const LIES_THERE = ['card', 'thing', 'place', 'cell'];

export function gridsOf(scene: Scene): Grid[] {
  const { shapes } = tellerOf(scene);
  const free = ({ across, down }: Grid) =>
    [across, down].every((side) => !LIES_THERE.includes(domainOf(side.of, shapes).is ?? ''));
  return grouped(scene.choices)
    .map(gridOf)
    .filter((grid): grid is Grid => grid !== null && free(grid));
}

/** Is it chosen in a grid? Then the bar needs no button for it. */
export function inGrid(scene: Scene): (choice: Choice) => boolean {
  const verbs = gridsOf(scene).map((grid) => grid.verb);
  return (choice) => verbs.includes(choice.id.split(':')[0] ?? '');
}
