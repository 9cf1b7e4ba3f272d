import type { Scene, View } from '../lib/scene.svelte';
import { handOf } from '../tables/echo/hand.svelte';
import { BUTTON, type Note, type Tour } from '.';

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
  play: { title: 'Once more.', text: 'A creature, an edict, the seal. This battle is yours: play what you like.', at: seal(), asks: true },
  name: { title: 'Spelling is not marked.', text: 'Name the creature you think you face, one of those you have not seen. Right is worth 3 strength. A name also tells them that you do not hold it.', at: pick, asks: true },
  return: { title: 'Second thoughts.', text: 'The Seer saw it coming: you sealed two creatures, and one of them comes back to your hand now. Touch that one.', at: pick, asks: true },
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
    { title: 'Four battles, one after the other.', text: 'This is the first field. The slate says what it is worth; the creatures named on its foot are stronger here.', at: '.now', when: battle(1) },
    { title: 'Your creatures.', text: 'The number is the strength. Choose one, with a tap or with 1 to 5; the one in the light is a good start.', at: creature, until: ready, when: battle(1) },
    { title: 'And an edict.', text: 'One of each, and both of you choose at once. Gambit adds 1 strength, but you lose every tie. Tap it, or press R.', at: seal('gambit'), until: (scene) => ready(scene) && !!handOf(scene).edict, when: battle(1) },
    { title: 'Seal it.', text: 'The bar has done the sum. Until both are sealed nobody sees anything; then there is no way back.', at: seal('gambit'), asks: true, when: battle(1) },
    { title: 'What happened?', text: 'The past field says who won. Every line of the ledger has a why: press L for the last one, and it opens the rule and does the sum again.', at: '#stage .fields', when: battle(2) },
    { title: 'Echoes.', text: 'Creatures and fields leave something behind for exactly one battle: strength, points, or a grudge. Yours stand here, theirs at the top.', at: '.echoes', when: battle(2) },
    { title: 'Who is where?', text: 'Eleven creatures: your hand, their hand, and one overseer that nobody holds. This row is what you have not seen.', at: '.know', when: battle(2) },
    { title: 'Name it.', text: 'Play any creature with Sabotage now. You will be asked to name the creature you face: right is worth 3 strength.', at: seal('sabotage'), asks: true, when: battle(2, 'play', (scene) => own(scene).edicts.includes('sabotage')) },
    { ...others.name, when: battle(2, 'name') },
    { title: 'Edicts are spent.', text: 'Each of the five works once, and four battles need four. What they still hold stands at the top, so you can guess. Battle 3 is yours: play what you like.', at: seal('divert-attention'), asks: true, when: battle(3) },
    { title: 'The Last Strand is worth 5.', text: 'No bonus, no effect, most points. Play it for real; I only count.', at: seal('rile-the-public'), asks: true, when: battle(4) },
  ],
  otherwise: (scene) => others[asked(scene) ?? 'play'],
};
export default tour;
