import { tableFor } from '..';
import type { View } from './view';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';
import { tell } from './story';
import { words } from './text';

export default tableFor<View>({
  Stage,
  Ask,
  tell,
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
});
