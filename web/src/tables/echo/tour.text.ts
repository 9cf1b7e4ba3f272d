/** What the tour says, in English. It comes with the tour, never with the hall. */
export const words = {
  again: { title: 'Once more.', text: 'A creature, an edict, the seal. This battle is yours: play what you like.' },
  guess: {
    title: 'Spelling is not marked.',
    text: 'Name the creature you think you face, one of those you have not seen. Right is worth 3 strength. A name also tells them that you do not hold it.',
  },
  second: {
    title: 'Second thoughts.',
    text: 'The Seer saw it coming: you sealed two creatures, and one of them comes back to your hand now. Touch that one.',
  },
  fields: {
    title: 'Four battles, one after the other.',
    text: 'This is the first field. The slate says what it is worth; the creatures named on its foot are stronger here.',
  },
  creatures: {
    title: 'Your creatures.',
    text: 'The number is the strength. Choose one; the one in the light is a good start.',
    keys: 'The number is the strength. Choose one, with a click or with 1 to 5; the one in the light is a good start.',
  },
  edict: {
    title: 'And an edict.',
    text: 'One of each, and both of you choose at once. Gambit adds 1 strength, but you lose every tie. Tap it.',
    keys: 'One of each, and both of you choose at once. Gambit adds 1 strength, but you lose every tie. Click it, or press R.',
  },
  seal: {
    title: 'Seal it.',
    text: 'The bar has done the sum. Until both are sealed nobody sees anything; then there is no way back.',
  },
  happened: {
    title: 'What happened?',
    text: 'The past field says who won. Every line of the ledger has a why: it opens the rule and does the sum again.',
    keys: 'The past field says who won. Every line of the ledger has a why: press L for the last one, and it opens the rule and does the sum again.',
  },
  echoes: {
    title: 'Echoes.',
    text: 'Creatures and fields leave something behind for exactly one battle: strength, points, or a grudge. Yours stand here, theirs at the top.',
  },
  where: {
    title: 'Who is where?',
    text: 'Eleven creatures: your hand, their hand, and one overseer that nobody holds. This row is what you have not seen.',
  },
  name: {
    title: 'Name it.',
    text: 'Play any creature with Sabotage now. You will be asked to name the creature you face: right is worth 3 strength.',
  },
  spent: {
    title: 'Edicts are spent.',
    text: 'Each of the five works once, and four battles need four. What they still hold stands at the top, so you can guess. Battle 3 is yours: play what you like.',
  },
  last: {
    title: 'The Last Strand is worth 5.',
    text: 'No bonus, no effect, most points. Play it for real; I only count.',
  },
};
