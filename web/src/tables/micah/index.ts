import { tableFor } from '..';
import type { View } from './view';
import Ask from './Ask.svelte';
import Offers from './Offers.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

export default tableFor<View>({
  Stage,
  Ask,
  Slips: Offers,
  rhythm,
  tell,
  endings: words.endings,
  decided: ({ kind }, reason) =>
    (/^(deck_exhausted|dusk)$/.test(reason) ? /^intention_resolved$/ : /^(player_defeated|player_left|boss_hit)$/).test(
      kind,
    ),
  led: ({ kind }) => /^(encounter_drawn|boss_attacked)$/.test(kind),
  tally: (scene, seat) => {
    const row = scene.row(seat);
    return [
      [words.hp, Math.max(0, row.hp)],
      [words.tally, row.coin],
      [words.renown, row.renown],
      [words.friends, row.dock.length],
    ];
  },
  lists: true,
});
