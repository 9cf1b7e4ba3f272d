/** What the tour says, in English. It comes with the tour, never with the hall. */
export const words = {
  sides: {
    title: 'Two apprentices, one argument.',
    text: 'You are on this side. Whoever has no health left has lost it.',
  },
  save: {
    title: 'A bolt spends all your magic.',
    text: 'You have none yet, so it would do 3. Save up first: tap Gain Magic, then the button below.',
    keys: 'You have none yet, so it would do 3. Save up first: press 4, or click Gain Magic, then the button below.',
  },
  fire: {
    title: 'You are on fire.',
    text: 'A bolt that costs health lets its sparks catch. Burn takes that much at the start of every turn of yours, until it is put out.',
  },
  tea: {
    title: 'Tea helps.',
    text: 'Heal + Shield gives health, puts out all burn and raises a shield. Tap it, and take the largest shield.',
    keys: 'Heal + Shield gives health, puts out all burn and raises a shield. Press 3, or click it, and take the largest shield.',
  },
  bolt: {
    title: 'Now everything you have.',
    text: 'Two different moves a turn. Bolt him: 3, and 1 more for every magic you saved, and 2 sparks ride along. Tap it, then the button.',
    keys: 'Two different moves a turn. Bolt him: 3, and 1 more for every magic you saved, and 2 sparks ride along. Press 1, then Enter.',
  },
  needle: {
    title: 'A needle ignores shields.',
    text: 'He hides behind a shield, and a bolt would break on it. Tap Piercing Attack.',
    keys: 'He hides behind a shield, and a bolt would break on it. Press 2, or click Piercing Attack.',
  },
  bigger: {
    title: 'Save for something bigger.',
    text: 'Gain Magic once more. Minions cost magic: a Bubble 2, a Specter 5.',
  },
  bubble: {
    title: 'A Bubble is a savings account.',
    text: 'It drips 1 magic a turn, and after 4 turns it pops into as much magic as it has health. Tap it.',
    keys: 'It drips 1 magic a turn, and after 4 turns it pops into as much magic as it has health. Press 5.',
  },
  more: { title: 'And 4 more magic.', text: 'Then there is enough for a Specter next turn.' },
  specter: {
    title: 'A Specter haunts every turn.',
    text: 'Tap him. After your moves he clears his throat at somebody of your choice.',
    keys: 'Press 6. After your moves he clears his throat at somebody of your choice.',
  },
  finish: {
    title: 'Finish the turn as you like.',
    text: 'Any move of a different kind will do. If he has a target to choose from, aim him too.',
  },
  storm: {
    title: 'The storm ends long arguments.',
    text: 'From round 12 it takes more health from both of you every round. And whoever begins has only one move in the first turn.',
  },
  asks: { title: 'Your Specter asks.', text: 'He haunts whomever you point at. Choose one of the buttons below.' },
};
