import { tableFor } from '..';
import type { View } from './view';
import type { Beat, Rhythm } from '../../lib/scene.svelte';
import { t } from '../../lib/text';
import { Aim, aimOf } from './aim.svelte';
import Ask from './Ask.svelte';
import Stage from './Stage.svelte';

const SEEN = new Set([
  'attacked',
  'specter_attacked',
  'absorbed',
  'hp_lost',
  'burn_ticked',
  'bubble_burst',
  'minion_hit',
  'minion_died',
  'healed',
  'summoned',
  'buffed',
  'magic_gained',
  'storm_struck',
]);

/** Bolt, shield, loss: one beat each; what needs no look is told with the beat before it. */
export const rhythm: Rhythm = (news) => {
  const beats: Beat[] = [];
  for (const line of news) {
    const kind = String(line.event.kind);
    const last = beats.at(-1);
    if (SEEN.has(kind) || !last)
      beats.push({
        ms: kind === 'attacked' || kind === 'specter_attacked' ? 420 : SEEN.has(kind) ? 500 : 200,
        lines: [line],
      });
    else last.lines.push(line);
  }
  return beats;
};

let sparks = false;

export default tableFor<View>({
  Stage,
  Ask,
  rhythm,
  where: (scene) => t.rail.round(scene.view?.table?.round ?? 1),
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
    if (event.key === 'Enter') {
      const aimed = aim.aimed;
      const chosen =
        aimed.find((choice) => Aim.targetOf(choice) === aim.target) ??
        aimed.find((choice) => choice.id.endsWith(':player')) ??
        (aimed.length === 1 ? aimed[0] : undefined);
      if (!chosen) return false;
      scene.act(chosen.id);
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
