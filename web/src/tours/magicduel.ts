import type { Scene } from '../lib/scene.svelte';
import { aimOf } from '../tables/magicduel/aim.svelte';
import { BUTTON, type Tour } from '.';

/** What Fennimore does, in order: a burning bolt, magic, a shield, a needle, a Bubble; then he is patient. */
const SCRIPT = ['attack:normal:2:player', 'magic', 'heal:4', 'magic', 'attack:pierce:player', 'summon:bubble', 'magic', 'heal:4', 'magic', 'heal:4'];

const moving = (scene: Scene) => scene.decision?.name === 'move';

/** Now, if one of these is offered; a Specter's question is waited for. */
const offered = (...heads: string[]) => (scene: Scene) =>
  moving(scene) ? heads.some((head) => scene.choices.some((choice) => choice.id === head || choice.id.startsWith(`${head}:`))) : null;

/** First the move, then the button that carries it out. */
const press = (move: string) => (scene: Scene) =>
  aimOf(scene).aimed.length ? BUTTON : move ? `[data-move="${move}"]` : '.mv .slip.can';

const tour: Tour = {
  game: 'magicduel',
  preset: 'tournament',
  options: {},
  rival: (choices, _view, count) => {
    const wanted = SCRIPT[count];
    return choices.find((choice) => choice.id === wanted)?.id ?? choices.find((choice) => choice.id === 'magic')?.id ?? choices[0]?.id ?? '';
  },
  notes: [
    { title: 'Two apprentices, one argument.', text: 'You are on this side. Whoever has no health left has lost it.', at: '.side:not(.r) .por' },
    { title: 'A bolt spends all your magic.', text: 'You have none yet, so it would do 3. Save up first: press 4, or tap Gain Magic, then the button below.', at: press('magic'), asks: true, when: offered('magic') },
    { title: 'You are on fire.', text: 'A bolt that costs health lets its sparks catch. Burn takes that much at the start of every turn of yours, until it is put out.', at: '.side:not(.r) .g', when: (scene) => (scene.view?.seats[0].burn ?? 0) > 0 },
    { title: 'Tea helps.', text: 'Heal + Shield gives health, puts out all burn and raises a shield. Press 3, or tap it, and take the largest shield.', at: press('heal'), asks: true, when: offered('heal') },
    { title: 'Now everything you have.', text: 'Two different moves a turn. Bolt him: 3, and 1 more for every magic you saved, and 2 sparks ride along. Press 1, then Enter.', at: press('normal'), asks: true, when: offered('attack:normal') },
    { title: 'A needle ignores shields.', text: 'He hides behind a shield, and a bolt would break on it. Press 2, or tap Piercing Attack.', at: press('pierce'), asks: true, when: (scene) => (scene.view?.seats[1].shield ?? 0) > 0 && offered('attack:pierce')(scene) },
    { title: 'Save for something bigger.', text: 'Gain Magic once more. Minions cost magic: a Bubble 2, a Specter 5.', at: press('magic'), asks: true, when: offered('magic') },
    { title: 'A Bubble is a savings account.', text: 'It drips 1 magic a turn, and after 4 turns it pops into as much magic as it has health. Press 5.', at: press('bubble'), asks: true, when: offered('summon:bubble', 'buff:bubble') },
    { title: 'And 4 more magic.', text: 'Then there is enough for a Specter next turn.', at: press('magic'), asks: true, when: offered('magic') },
    { title: 'A Specter haunts every turn.', text: 'Press 6. After your moves he clears his throat at somebody of your choice.', at: press('specter'), asks: true, when: offered('summon:specter') },
    { title: 'Finish the turn as you like.', text: 'Any move of a different kind will do. If he has a target to choose from, aim him too.', at: press(''), asks: true, when: offered('attack', 'heal', 'magic') },
    { title: 'The storm ends long arguments.', text: 'From round 12 it takes more health from both of you every round. And whoever begins has only one move in the first turn.', at: '.mid' },
  ],
  otherwise: () => ({ title: 'Your Specter asks.', text: 'He haunts whomever you point at. Press one of the buttons below.', at: BUTTON, asks: true }),
};
export default tour;
