/** What the table of this game says in English; what the game itself says comes with it. A translation is another file. */
/** With its sign, and a minus that is none of the hyphens. */
const signed = (by: number, spaced = false) => `${by < 0 ? '−' : '+'}${spaced ? ' ' : ''}${Math.abs(by)}`;

export const words = {
  /** how it can end, by the reason that the referee gives */
  tally: { xp: 'XP', cards: 'In play' },
  endings: {
    health: '{whose} Health was at 0 when the turn ended.',
    willpower: '{whose} Willpower was at 0 when the turn ended.',
    deck: '{whose} deck had no card left to draw.',
    both: 'Both were at 0 when the turn ended.',
    limit: 'The last turn is over.',
    agreed: 'Agreed between you.',
    resign: 'The match was given up.',
  } as Record<string, string>,
  health: 'Health',
  willpower: 'Willpower',
  xp: (next: number) => `XP, +${next} next turn`,
  violence: 'Violence',
  diplomacy: 'Diplomacy',
  justOne: 'just 1',
  attack: 'Attack',
  defense: 'Defense',
  charisma: 'Charisma',
  calling: 'Calling',
  worn: 'Worn',
  company: 'Company and gifts',
  bottles: 'Bottles and papers',
  crowd: 'Company, gifts and bottles',
  hand: 'Your hand',
  inHand: (n: number) => `${n} in hand`,
  known: (cards: string) => `known: ${cards}`,
  knownCount: (n: number) => `${n} known`,
  knownHand: 'Known to be in hand',
  toDraw: (n: number) => `${n} to draw`,
  discarded: (n: number) => `${n} discarded`,
  turnOf: (name: string, yours: boolean) => (yours ? 'Your turn' : `${name}'s turn`),
  steps: {
    resource: 'Resource',
    main: 'Main',
    encounter: 'Encounter',
    cleanup: 'Clean-up',
    'clean-up': 'Clean-up',
  } as Record<string, string>,
  used: 'used',
  usedUp: 'used up',
  level: (n: number) => `level ${n}`,
  lastRoll: (name: string, die: string) => `${name} rolled ${die}`,
  comes: (total: number) => `= ${total}`,
  bothHands: 'both hands',
  slot: (id: string) => id.replace('-', ' '),
  /** AF-9.5: whoever is at 0 when the turn ends has lost */
  zero: (name: string) => `${name} is at 0: lost when this turn ends, unless it rises.`,
  /** of an Encounter: what is added to the die, and what the foe takes off */
  encounter: 'Your Encounter',
  sum: (what: string, mine: number, against: string, theirs: number) =>
    `${signed(mine, true)} ${what}, ${signed(-theirs, true)} for their ${against}`,
  plus: (by: number) => signed(by, true),
  restText: 'Neither. Nobody loses anything.',
  /** what is to be expected of it, where the referee says so: "1d8 + 2, about 5.5; …", or "3; …" where nothing is rolled */
  expected: (told: string): { about: boolean; value: number } | null => {
    const [, about, figure] = /(about )?(−?[\d.]+);/.exec(told) ?? [];
    return figure === undefined ? null : { about: !!about, value: Math.max(0, Number(figure.replace('−', '-'))) };
  },
  about: 'about',
  loses: (foe: string, hit: { about: boolean; value: number }, of: number, score: string) =>
    `${foe} loses ${hit.value ? `${hit.about ? 'about ' : ''}${hit.value} of ${of}` : 'no'} ${score}.`,
  doneText: 'No more cards are played this turn.',
  ofFoe: (value: number, score: string) => `off their ${value} ${score}`,
  /** what an answer came to */
  became: (what: string, before: number, now: number) => `${what} ${before}\u00a0→\u00a0${now}`,
  shifted: (what: string, by: number) => `${what} ${signed(by)}`,
  /** what a choice is called: the names of actions are words, and to let something pass is called so everywhere */
  called: (label: string, action: string) => label.replace(`: ${action}`, `: ${words.deed(action)}`),
  pass: 'Let it pass',
  price: (xp: string) => `${xp}\u00a0XP`,
  dropsOut: 'drops out',
  /** shelves with nothing on them yet */
  bare: {
    calling: 'no class, no race',
    worn: 'nothing worn',
    company: 'nobody, no gift',
    bottles: 'no bottle',
    crowd: 'nobody yet',
  },
  signed: (by: number) => signed(by),
  handWaits: 'Your hand waits',
  handWaitsText: 'Cards are played in your own Main step, never as an answer.',
  answers: (n: number) => `${n} answers`,
  chain: 'Answers',
  /** what is answered, where no card names it */
  opened: { encounter: 'Encounter', attack: 'Attack', parley: 'Parley' } as Record<string, string>,
  /** what is done with a card, by its own name for it */
  deed: (id: string) => id.replaceAll('-', ' '),
  played: 'played',
  yourAnswer: 'Your answer',
  orEnds: 'or the chain ends here',
  mayAnswer: 'may answer',
  thisTurn: 'This turn',
  nothingOut: 'nothing in play yet',
  free: 'free slot',
  race: 'race',
  levels: 'Levels',
  levelOf: (name: string, n: number) => `${name} ${n}`,
  look: 'Look through the piles',
  lookShort: 'Look',
  lookOf: (name: string) => `Look through the piles: ${name}`,
  pilesOf: (name: string) => `The piles of ${name}`,
  discardPile: 'Discarded, the last first',
  noDiscard: 'Nothing has been discarded.',
  deckList: (name: string) => `Deck list: ${name}`,
  closedList: 'The deck list is closed.',
  unseen: 'How many are not seen yet, of how many.',
  leftOf: (left: number, all: number) => `${left} of ${all}`,
};
