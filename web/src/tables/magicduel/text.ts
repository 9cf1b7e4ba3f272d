/** What the table of this game says in English; what the game itself says comes with it. A translation is another file. */
import { plural } from '../../lib/text';

export const words = {
  /** how it can end, by the reason that the referee gives */
  tally: 'Health',
  minions: 'Minions',
  endings: {
    attack: 'The last blow went through.',
    burn: 'The fire took the rest.',
    storm: 'The storm took the rest.',
    resign: 'The duel was given up.',
    repetition: 'The same position once too often.',
    limit: 'Both still stood after the last round.',
  } as Record<string, string>,
  seat: (name: string) => `You, ${name}`,
  health: 'health',
  healthOf: (name: string) => `Health of ${name}`,
  healthLeft: (value: number, most: number, loss: number) =>
    `${value} of ${most} health${loss ? `, ${loss} would be lost` : ''}`,
  then: (value: number) => `, then ${value}`,
  gauges: { magic: 'Magic', shield: 'Shield', burn: 'Burn' },
  stays: 'stays',
  /** what a figure is there for, while nothing is chosen that would change it */
  means: {
    magic: 'all goes into the next bolt.',
    shield: 'takes blows first.',
    burn: 'takes as much each turn.',
    flare: 'flares with the next hit.',
  } as Record<string, string>,
  /** why a move is not offered, on the slip that bears its name already */
  reason: (sentence: string, move: string) => sentence.replace(`${move} `, '').replace(/^was already/, 'already'),
  now: (move: string) => `${move} now:`,
  goesOut: (burn: number) => `burn ${burn} goes out`,
  empty: 'empty pedestal',
  minionHealth: (n: number) => `${n} health`,
  pops: (turns: number) => `pops in ${turns}`,
  attack: (n: number) => `${n} attack`,
  resting: ', resting',
  round: 'round',
  candles: (left: number, of: number) => `${left} of ${of} moves left`,
  movesLeft: (n: number) => (n ? `${plural(n, 'move', 'moves')} left` : 'No moves left'),
  storm: 'Storm',
  stormTakes: (n: number) => `Storm takes ${n}`,
  stormIn: (n: number) => `Storm in ${plural(n, 'round', 'rounds')}`,
  roundsLeft: (n: number) => `${n} rounds left`,
  moves: 'Your moves',
  all: 'Everything you have. At whom?',
  sparks: 'Sparks',
  catches: ['burn catches only', 'if health is lost'],
  shield: 'Shield',
  move: (left: number) => (left === 1 ? 'One move left.' : `${left} moves.`),
  distinct: (used: number) =>
    used ? 'It must be of another kind than the first.' : 'Each must be of a different kind.',
  /** the first thing that a move does */
  does: (text: string) => (text.split('. ')[0] ?? '').replace(/\.$/, ''),
  choose: 'Choose a move',
  aim: { haunt: 'Haunt', needle: 'Needle', bolt: 'Bolt' },
  minion: (name: string) => `the ${name}`,
};
