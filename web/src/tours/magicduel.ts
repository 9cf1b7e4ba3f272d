import type { Choice } from '../lib/protocol';
import type { Tour } from '.';

const starts = (...heads: string[]) => (choice: Choice) => heads.some((head) => choice.id === head || choice.id.startsWith(`${head}:`));

/** What Fennimore does, in order: magic, a burning bolt, a shield, a needle, then he is patient. */
const SCRIPT = ['attack:normal:2:player', 'magic', 'heal:4', 'magic', 'attack:pierce:player', 'summon:bubble', 'magic', 'heal:4', 'magic', 'heal:4'];

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
    { title: 'A bolt spends all your magic.', text: 'You have none yet, so it would do 3. Save up first: press 4, or tap Gain Magic, then the button below.', at: '[data-move="magic"]', act: starts('magic'), ask: 'Choose Gain Magic' },
    { title: 'You are on fire.', text: 'Fennimore’s bolt cost you health, so its 2 sparks caught. Burn takes that much at the start of every turn of yours, until it is put out.', at: '.side:not(.r) .g', when: (view) => view.seats[0].burn > 0 },
    { title: 'Tea helps.', text: 'Heal + Shield gives 5 health, puts out all burn and raises a shield. Press 3, or tap it, and take the largest shield.', at: '[data-move="heal"]', act: starts('heal'), ask: 'Choose Heal + Shield' },
    { title: 'Now everything you have.', text: 'Two different moves a turn. Bolt him with your 4 magic: 3 + 4 is 7, and 2 sparks ride along. Press 1, then Enter.', at: '[data-move="normal"]', act: (choice) => choice.id.startsWith('attack:normal:2') && choice.id.endsWith(':player'), ask: 'Choose Normal Attack' },
    { title: 'A needle ignores shields.', text: 'He hides behind a shield, and a bolt would break on it. Press 2, or tap Piercing Attack.', at: '[data-move="pierce"]', act: starts('attack:pierce'), ask: 'Choose the needle' },
    { title: 'Save for something bigger.', text: 'Gain Magic once more. Minions cost magic: a Bubble 2, a Specter 5.', at: '[data-move="magic"]', act: starts('magic'), ask: 'Choose Gain Magic' },
    { title: 'A Bubble is a savings account.', text: 'It drips 1 magic a turn, and after 4 turns it pops into as much magic as it has health. Press 5.', at: '[data-move="bubble"]', act: starts('summon:bubble', 'buff:bubble'), ask: 'Choose Cast Bubble' },
    { title: 'And 4 more magic.', text: 'Then there is enough for a Specter next turn.', at: '[data-move="magic"]', act: starts('magic'), ask: 'Choose Gain Magic' },
    { title: 'A Specter haunts every turn.', text: 'Press 6. After your moves he clears his throat at somebody of your choice.', at: '[data-move="specter"]', act: starts('summon:specter'), ask: 'Choose Cast Specter' },
    { title: 'Finish the turn as you like.', text: 'Any move of a different kind will do. If he has a target to choose from, aim him too.', at: '.mv', act: () => true, ask: 'Any other move' },
    { title: 'The storm ends long arguments.', text: 'From round 12 it takes more health from both of you every round. And whoever begins has only one move in the first turn.', at: '.mid' },
  ],
};
export default tour;
