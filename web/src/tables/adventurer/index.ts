import { tableFor } from '..';
import type { LogLine } from '../../lib/protocol';
import type { View } from './view';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

const quiet = ({ event }: LogLine) => event.auto === true || /^chain_(opened|ended)$/.test(event.kind);

export default tableFor<View>({
  Stage,
  Ask,
  rhythm,
  tell,
  endings: words.endings,
  // what brought somebody to 0, by whichever way it came
  decided: ({ kind, new: left, dealt, by = dealt }) =>
    /^(resigned|draw_answered)$/.test(kind) || (/^(damage_dealt|stat_changed)$/.test(kind) && left <= 0 && by !== 0),
  led: ({ kind }) => /^(action_performed|encounter_made)$/.test(kind),
  tally: (scene, seat) => {
    const row = scene.row(seat);
    const vitals: [string, number][] = [
      [words.health, Math.max(0, row.health)],
      [words.willpower, Math.max(0, row.willpower)],
    ];
    return [
      ...(scene.view?.table.result?.reason === 'willpower' ? vitals.reverse() : vitals),
      [words.tally.xp, row.xp],
      [words.tally.cards, row.in_play.length],
    ];
  },
  lists: true,
  quiet,
  called: ({ id, label }) => {
    const [verb, , action = ''] = id.split(':');
    return verb === 'pass' ? words.pass : verb === 'use' ? words.called(label, action) : label;
  },
});
