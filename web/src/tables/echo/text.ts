/** What the table of this game says in English; what the game itself says comes with it. A translation is another file. */
export const words = {
  /** how it can end, by the reason that the referee gives */
  tally: { points: 'Points', battles: 'Battle by battle' },
  endings: {
    points: '{who} had more points after the last battle.',
    tiebreak: 'Level on points, so the tie-break decides.',
    resign: 'The match was given up.',
  } as Record<string, string>,
  chooseTwo: 'Choose two creatures',
  chooseCreature: 'Choose a creature',
  chooseEdict: 'Choose an edict',
  tells: 'A name tells them that you do not hold that creature yourself.',
  seal: 'Seal it',
  negated: 'negated',
  edict: 'edict',
  creature: 'creature',
  spentIn: (battle: number) => `Spent in battle ${battle}.`,
  spentBefore: 'Spent.',
  spent: (name: string) => `${name}, spent`,
  youSealed: 'you, sealed',
  youNot: 'you, not yet sealed',
  sealedBy: (name: string) => `${name}, sealed`,
  scored: (name: string, points: number) => `${name}, ${points < 0 ? '−' : '+'}${Math.abs(points)}`,
  inHand: (n: number) => `${n} cards in hand`,
  edicts: 'Edicts held',
  echoes: 'Echoes this battle',
  yourEchoes: 'Your echoes this battle',
  fields: 'Battlefields',
  peek: 'Peek',
  names: (creature: string) => `names the ${creature}`,
  here: 'here',
  /** the referee's sentence about an echo, short enough for a chip */
  brief: (sentence: string) =>
    sentence
      .replace(/^The .* is (?=roused)/, '')
      .replace(/^Commit two creatures, take one back/, 'two creatures')
      .replace(/ strength\./, '')
      .replace(/A win is worth /, 'win ')
      .replace(/\.$/, '')
      .replace(/\. win/, ', win'),
  /** with a minus instead of a hyphen, as the figures of a sum have it */
  signed: (sentence: string) => sentence.replace(/(^| )-(?=\d)/g, '$1−'),
  plain: 'No bonus, no effect.',
  tie: 'A tie',
  youWon: 'You won',
  won: (name: string) => `${name} won`,
  score: (mine: number, theirs: number) => `${mine} to ${theirs}`,
  known: 'What is known',
  unseen: 'Not seen yet',
  unseenText: 'in the other hand, or the overseer',
  theOverseer: 'the overseer',
  overseer: 'Overseer',
  graveyard: 'Graveyard',
  hand: 'Your hand',
  sealed: 'sealed',
  edictsLeft: 'Edicts left',
  echoOf: (name: string) => `${name}’s echo`,
  notCompared: 'No strengths are compared.',
};
