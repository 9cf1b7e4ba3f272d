/** What the table of this game says in English; what the game itself says comes with it. A translation is another file. */
import { plural } from '../../lib/text';

export const words = {
  /** how it can end, by the reason that the referee gives */
  tally: { map: 'Map pieces', health: 'Health', items: 'Items' },
  endings: {
    map: 'The map is complete.',
    'last-standing': 'Nobody else is still running.',
    'round-limit': '{who} came out ahead after the last round, map against map.',
    'all-out': 'Nobody is left in the maze.',
  } as Record<string, string>,
  map: 'Map of the maze',
  base: 'the base',
  numeral: (pair: number) => ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][pair - 1] ?? String(pair),
  portal: (pair: number) => `portal ${pair}`,
  health: 'health',
  hunting: 'hunting',
  left: (health: number) => `${health} health left.`,
  half: (halves: number) => (halves % 2 ? `${halves > 1 ? Math.floor(halves / 2) : ''}½` : String(halves / 2)),
  stepsLeft: 'steps left',
  step: (cost: number, left: number): string =>
    cost ? `${words.half(cost)} ${cost > 2 ? 'steps' : 'step'}, ${words.half(left)} left` : 'free',
  costs: (label: string, steps: string) => `${label}, costs ${steps}`,
  dice: 'Dice of this turn',
  die: (kind: string, face: string) => `${kind}: ${face}`,
  touchDice: (rolls: number) => `Roll ${rolls} of the turn. Touch the dice that stay; the others roll again.`,
  chooseDice: 'Choose dice',
  keepNone: 'Keep nothing',
  keepAll: 'Keep everything',
  keepFaces: (faces: string[]) => `Keep ${faces.join(', ')}`,
  keepThese: (n: number) => `Keep ${plural(n, 'die', 'dice')}`,
  walk: (side: string) => `Walk ${side}`,
  through: (pair: number) => `Go through portal ${pair}`,
  stepOut: (place: string) => `Step out ${place}`,
  place: (east: number, south: number): string => {
    const ways = [
      south && `${Math.abs(south)} ${south < 0 ? 'north' : 'south'}`,
      east && `${Math.abs(east)} ${east < 0 ? 'west' : 'east'}`,
    ];
    return `${ways.filter(Boolean).join(' and ')} of the base`;
  },
  walkFar: (blocks: number) => `Walk ${blocks} blocks`,
  farTo: (place: string, halves: number) => `Walk ${place}, costs ${words.half(halves)}`,
  far: (blocks: number, halves: number, left: number) =>
    `${blocks} blocks, ${words.step(halves, left)}. You stop as soon as something happens.`,
  arrows: 'Touch a lit block, or press an arrow key.',
  sides: { north: 'north', east: 'east', south: 'south', west: 'west' } as Record<string, string>,
  toHeal: (health: number, most: number) => `Movement dice heal you: ${health} of ${most} now.`,
  toExplore: 'Dice give power, steps and finds.',
  keep: 'keep?',
  kept: 'kept',
  bonus: 'bonus',
  mode: (name: string, mode: string, own: boolean) => {
    const verb = mode === 'heal' ? 'rest' : mode;
    return own ? `You ${verb}` : `${name} ${verb}s`;
  },
  rolls: (n: number) => `roll ${n}`,
  power: 'Power',
  finds: 'Finds',
  strolls: 'Free strolls',
  chase: 'Footprints behind you',
  pieces: (n: number, of: number) => (of ? `${Math.min(n, of)} of ${of}` : plural(n, 'map piece', 'map pieces')),
  /** what an item does, and what it costs */
  ware: (text: string): [string, string] => {
    const [does = '', price = ''] = text.split(/ ?Price: /);
    return [does, price.replace(/\.$/, '')];
  },
  price: (price: string) => `Price: ${price}`,
  shop: 'The shop, at the base',
};
