import type { Scene } from '../../lib/scene.svelte';
import type { View } from './view';
import { handOf } from './hand.svelte';
import { BUTTON, type Note, tourFor } from '../../tours';
import { words as say } from './tour.text';

type Asked = 'play' | 'name' | 'return';

const own = (scene: Scene<View>) => scene.row(scene.you ?? 0);
const asked = (scene: Scene<View>) => scene.choices[0]?.id.split(':')[0] as Asked | undefined;

/** The moment of a note: this question of this battle, and what else must hold. */
const battle =
  (number: number, question: Asked = 'play', holds: (scene: Scene<View>) => boolean = () => true) =>
  (scene: Scene<View>): boolean | null => {
    const now: number = (scene.view?.table.field_index ?? 0) + 1;
    if (now !== number) return now > number ? false : null;
    return asked(scene) === question ? holds(scene) : null;
  };

const strength = (scene: Scene<View>, id: string) => Number(scene.book.card(id)?.figures.strength ?? 0);

/** A creature worth a try: one that the field names, else the strongest in hand. */
function creature(scene: Scene<View>): string {
  const { fields, field_index } = scene.seen.table;
  const bonus = fields[field_index]?.bonus ?? [];
  const held = (own(scene).hand ?? []).filter((id) => !handOf(scene).creatures.includes(id));
  const best = [...held].sort(
    (one, two) =>
      Number(bonus.includes(two)) - Number(bonus.includes(one)) || strength(scene, two) - strength(scene, one),
  );
  return `[data-creature="${best[0]}"]`;
}

const ready = (scene: Scene<View>) => handOf(scene).creatures.length >= handOf(scene).commits;

/** What is missing, one after the other: creatures, an edict (this one if it is held), the seal. */
const seal =
  (edict = '') =>
  (scene: Scene<View>) => {
    if (!ready(scene)) return creature(scene);
    if (handOf(scene).edict) return BUTTON;
    return own(scene).edicts.includes(edict) ? `[data-edict="${edict}"]` : '.slips .slip.can';
  };

const pick = (scene: Scene<View>) => (scene.picked ? BUTTON : '#bar .names .pick');

const others: Record<Asked, Note<View>> = {
  play: { ...say.again, at: seal(), asks: true },
  name: { ...say.guess, at: pick, asks: true },
  return: { ...say.second, at: pick, asks: true },
};

/** What Fennimore proclaims, battle by battle; he plays the first creature he finds, and never names anybody. */
const PROCLAIMS = ['rile-the-public', 'ambush', 'divert-attention', 'gambit'];

export default tourFor<View>({
  game: 'echo',
  preset: 'literal',
  options: { fields: 'custom', field_list: ['mountain', 'glade', 'urban', 'last-strand'] },
  rival: (choices, view) => {
    const wanted = PROCLAIMS[view?.table.field_index ?? 0] ?? '';
    const honest = choices.filter((choice) => !choice.id.endsWith(':sabotage'));
    return (honest.find((choice) => choice.id.endsWith(`:${wanted}`)) ?? honest[0] ?? choices[0])?.id ?? '';
  },
  notes: [
    { ...say.fields, at: '.now', when: battle(1) },
    { ...say.creatures, at: creature, until: ready, when: battle(1) },
    { ...say.edict, at: seal('gambit'), until: (scene) => ready(scene) && !!handOf(scene).edict, when: battle(1) },
    { ...say.seal, at: seal('gambit'), asks: true, when: battle(1) },
    { ...say.happened, at: '#stage .fields', when: battle(2) },
    { ...say.echoes, at: '.echoes', when: battle(2) },
    { ...say.where, at: '.know', when: battle(2) },
    {
      ...say.name,
      at: seal('sabotage'),
      asks: true,
      when: battle(2, 'play', (scene) => own(scene).edicts.includes('sabotage')),
    },
    { ...others.name, when: battle(2, 'name') },
    { ...say.spent, at: seal('divert-attention'), asks: true, when: battle(3) },
    { ...say.last, at: seal('rile-the-public'), asks: true, when: battle(4) },
  ],
  otherwise: (scene) => others[asked(scene) ?? 'play'],
});
