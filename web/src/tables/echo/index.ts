import { tableFor } from '..';
import type { View } from './view';
import { t } from '../../lib/text';
import Ask from './Ask.svelte';
import { handOf } from './hand.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

const EDICT_KEYS = 'qwert';

export default tableFor<View>({
  Stage,
  moment: () => import('./Moment.svelte'),
  Ask,
  rhythm,
  tell,
  endings: words.endings,
  decided: ({ kind, winner }, _, won) => kind === 'resigned' || (kind === 'battle_decided' && won(Number(winner))),
  led: ({ kind }) => /^(strengths_compared|gambit_broke_tie|won_instantly)$/.test(kind),
  tally: (scene, seat) => [
    [words.tally.points, scene.row(seat).score],
    [words.tally.battles, scene.seen.table.history.map((battle) => battle.points[seat] ?? 0).join(' · ')],
  ],
  where: (scene) => t.rail.battle((scene.view?.table?.field_index ?? 0) + 1, (scene.view?.table?.fields ?? []).length),
  ready: (scene) => !!handOf(scene).play,
  keys(scene, event) {
    const hand = handOf(scene);
    const own = scene.view?.seats[scene.you ?? 0];
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (!hand.plays.length) {
      const choice = scene.choices[number];
      if (choice) scene.pick(choice.id);
      return !!choice;
    }
    const creature = own?.hand?.[number];
    if (creature && hand.offers(creature)) {
      hand.toggle(creature);
      return true;
    }
    const place = EDICT_KEYS.indexOf(event.key.toLowerCase());
    const edicts = scene.book.list.filter((card) => card.kind === 'edict');
    const edict = event.key.length === 1 && place >= 0 ? edicts[place]?.id : undefined;
    if (edict) {
      // the key of a spent edict does nothing, rather than something else
      if (hand.offers(edict)) hand.proclaim(edict);
      return true;
    }
    if (event.key === 'Enter' && hand.play) {
      scene.act(hand.play.id);
      return true;
    }
    if (event.key === 'Escape' && (hand.creatures.length || hand.edict)) {
      hand.clear();
      return true;
    }
    return false;
  },
});
