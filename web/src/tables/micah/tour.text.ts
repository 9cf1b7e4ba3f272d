/** What the tour says, in English. It comes with the tour, never with the hall. */
export const words = {
  pick: {
    title: 'Who will you be?',
    text: 'Every class has dice of its own: one strikes, another talks. Touch one; all of them can win.',
  },
  road: {
    title: 'The road.',
    text: 'The Encounter deck is the road. When it is used up, everybody who is still alive has won together.',
  },
  stall: {
    title: 'The stall.',
    text: 'Before you draw you may buy and sell. What is dear says so; Coin comes from Encounters.',
  },
  draw: {
    title: 'Draw an Encounter.',
    text: 'Whoever is ready draws. What comes has not decided about you yet.',
  },
  intention: {
    title: 'Fight, charm, or run.',
    text: 'The slips say what you roll, what it needs, and what comes of it. The one in the light is the likeliest; choose.',
  },
  why: {
    title: 'Every line has a why.',
    text: 'Dice, blows and gifts stand in the ledger, and the why beside them opens the rule. The rest is the road.',
  },
  otherwise: {
    title: 'Your choice.',
    text: 'Whatever glows can be done now. The one in the light is a good lesson, but do as you like.',
  },
};
