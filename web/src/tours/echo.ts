import type { Scene, View } from '../lib/scene.svelte';
import { handOf } from '../tables/echo/hand.svelte';
import { BUTTON, type Note, type Tour } from '.';
import { words } from './text';

const say = words.echo;

type Asked = 'play' | 'name' | 'return';

const own = (scene: Scene): View => scene.view?.seats[scene.you ?? 0] ?? {};
const asked = (scene: Scene) => scene.choices[0]?.id.split(':')[0] as Asked | undefined;

/** The moment of a note: this question of this battle, and what else must hold. */
const battle = (number: number, question: Asked = 'play', holds: (scene: Scene) => boolean = () => true) => (scene: Scene): boolean | null => {
  const now: number = (scene.view?.table.field_index ?? 0) + 1;
  if (now !== number) return now > number ? false : null;
  return asked(scene) === question ? holds(scene) : null;
};

const strength = (scene: Scene, id: string) => Number(scene.book.card(id)?.figures.strength ?? 0);

/** A creature worth a try: one that the field names, else the strongest in hand. */
function creature(scene: Scene): string {
  const field = scene.view?.table.fields[scene.view.table.field_index];
  const held = (own(scene).hand as string[]).filter((id) => !handOf(scene).creatures.includes(id));
  const best = [...held].sort((one, two) => Number(field.bonus.includes(two)) - Number(field.bonus.includes(one)) || strength(scene, two) - strength(scene, one));
  return `[data-creature="${best[0]}"]`;
}

const ready = (scene: Scene) => handOf(scene).creatures.length >= handOf(scene).commits;

/** What is missing, one after the other: creatures, an edict (this one if it is held), the seal. */
const seal = (edict = '') => (scene: Scene) => {
  if (!ready(scene)) return creature(scene);
  if (handOf(scene).edict) return BUTTON;
  return own(scene).edicts.includes(edict) ? `[data-edict="${edict}"]` : '.slips .slip.can';
};

const pick = (scene: Scene) => (scene.picked ? BUTTON : '#bar .names .pick');

const others: Record<Asked, Note> = {
  play: { ...say.again, at: seal(), asks: true },
  name: { ...say.guess, at: pick, asks: true },
  return: { ...say.second, at: pick, asks: true },
};

/** What Fennimore proclaims, battle by battle; he plays the first creature he finds, and never names anybody. */
const PROCLAIMS = ['rile-the-public', 'ambush', 'divert-attention', 'gambit'];

const tour: Tour = {
  game: 'echo',
  preset: 'literal',
  options: { fields: 'custom', field_list: ['mountain', 'glade', 'urban', 'last-strand'] },
  rival: (choices, view) => {
    const wanted = PROCLAIMS[view.table?.field_index ?? 0] ?? '';
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
    { ...say.name, at: seal('sabotage'), asks: true, when: battle(2, 'play', (scene) => own(scene).edicts.includes('sabotage')) },
    { ...others.name, when: battle(2, 'name') },
    { ...say.spent, at: seal('divert-attention'), asks: true, when: battle(3) },
    { ...say.last, at: seal('rile-the-public'), asks: true, when: battle(4) },
  ],
  otherwise: (scene) => others[asked(scene) ?? 'play'],
};
export default tour;
