import { tableFor } from '..';
import type { View } from './view';
import { t } from '../../lib/text';
import { Aim, aimOf } from './aim.svelte';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';
import { rhythm, tell } from './story';
import { words } from './text';

let sparks = false;

export default tableFor<View>({
  Stage,
  Ask,
  rhythm,
  tell,
  endings: words.endings,
  decided: ({ kind }) => /^(hp_lost|resigned)$/.test(kind),
  led: ({ kind }) => /^(attacked|specter_attacked|storm_struck)$/.test(kind),
  tally: (scene, seat) => {
    const row = scene.row(seat);
    return [
      [words.tally, Math.max(0, row.hp)],
      [words.gauges.magic, row.magic],
      [words.gauges.shield, row.shield],
      [words.minions, row.minions.length],
    ];
  },
  where: (scene) => t.rail.round(scene.view?.table?.round ?? 1),
  ready: (scene) => !!aimOf(scene).chosen && !!aimOf(scene).primary,
  keys(scene, event) {
    const aim = aimOf(scene);
    if (sparks && /^[012]$/.test(event.key) && aim.sparks) {
      aim.spark = Number(event.key);
      sparks = false;
      return true;
    }
    sparks = false;
    if (event.key === 's' && aim.sparks) return (sparks = true);
    if (/^[1-9]$/.test(event.key)) {
      const move = aim.moves[Number(event.key) - 1];
      if (!move || !aim.of(move).length) return false;
      if (aim.move !== move.id) aim.take(move.id);
      return true;
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const targets = aim.aimed.map((choice) => Aim.targetOf(choice));
      if (targets.length < 2) return false;
      const at = Math.max(0, targets.indexOf(aim.target ?? 'player'));
      aim.target = targets[(at + (event.key === 'ArrowRight' ? 1 : targets.length - 1)) % targets.length] ?? null;
      return true;
    }
    if (event.key === 'Enter' && aim.primary) {
      scene.act(aim.primary.id);
      return true;
    }
    if (event.key === 'Escape' && (aim.move || aim.target)) {
      aim.move = null;
      aim.target = null;
      return true;
    }
    return false;
  },
});
