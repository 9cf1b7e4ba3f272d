/** What the tour says, in English. It comes with the tour, never with the hall. */
export const words = {
  figure: {
    title: 'Two adventurers, made of cards.',
    text: 'Whoever brings the other to 0 Health or 0 Willpower wins. This is you: Health, Willpower, and the XP that pays for everything.',
  },
  hand: {
    title: 'Your hand.',
    text: 'The number in the corner is the price in XP. What glows you can pay for now; the others say why not.',
  },
  play: {
    title: 'Play a card.',
    text: 'Touch one that glows, then the button. It is worn, or works for you, from now on.',
  },
  encounter: {
    title: 'On to the Encounter.',
    text: 'Play more while you have XP, or go on. The Encounter is the one big thing of a turn.',
  },
  sword: {
    title: 'Sword, argument, or rest.',
    text: 'Attack goes for Health, Parley for Willpower. The slips say what is rolled, what is added, and what is to be expected.',
  },
  deck: {
    title: 'Forty cards.',
    text: 'Whoever ends a turn without a card left to draw has lost. Build a deck of your own: its playbill in the hall leads to the builder.',
  },
  otherwise: {
    title: 'Your answer.',
    text: 'You may answer what the other does, or let it stand. The one in the light lets the game go on.',
  },
};
