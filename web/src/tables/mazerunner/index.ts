import { tableFor } from '..';
import type { View } from './view';
import Ask from './Ask.svelte';
import { keeping, toggle } from './keep';
import { called } from './names';
import { baseOf, beside, key, targetsOf } from './places';
import Stage from './Stage.svelte';
import { tell } from './story';
import { words } from './text';
import { walkOf } from './walk.svelte';

const ARROWS: Record<string, string> = {
  ArrowUp: 'north',
  ArrowRight: 'east',
  ArrowDown: 'south',
  ArrowLeft: 'west',
};

export default tableFor<View>({
  Stage,
  Ask,
  tell,
  called,
  endings: words.endings,
  decided: ({ kind, seat }, _, won) => kind === 'left_game' || (kind === 'map_piece_gained' && won(Number(seat))),
  led: ({ kind }) => /^(monster_killed|chance_drawn|item_used|portal_opened|fought)$/.test(kind),
  tally: (scene, seat) => {
    const row = scene.row(seat);
    return [
      [words.tally.map, row.map_pieces],
      [words.tally.health, Math.max(0, row.hp)],
      [words.tally.items, row.items.length],
    ];
  },
  lists: true,
  keys(scene, event) {
    const { choices, seen } = scene;
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (number >= 0 && keeping(scene)) {
      toggle(scene, number);
      return true;
    }
    const to = ARROWS[event.key];
    const { table } = seen;
    const spot = to && beside(table.runner.in_base ? baseOf(table) : table.runner, to);
    const found = spot
      ? targetsOf(choices, table).find((target) => /^(move|enter)/.test(target.choice.id) && key(target) === key(spot))
          ?.choice
      : choices.find(({ id }) => event.key.toLowerCase() === 'b' && /^(return|base)$/.test(id));
    if (!found) return false;
    walkOf(scene).way = null;
    if (scene.picked !== found.id) scene.pick(found.id);
    return true;
  },
});
