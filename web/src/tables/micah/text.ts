/** What the table of this game says in English; what the game itself says comes with it. A translation is another file. */
import type { Told } from '../../lib/story';

export const words = {
  /** how it can end, by the reason that the referee gives */
  tally: 'Coin',
  friends: 'Creatures',
  endings: {
    deck_exhausted: 'The road is walked to its end.',
    last_alive: 'Nobody else is left on the road.',
    boss_slain: 'The Final Boss is slain.',
    wiped_out: 'Nobody is left on the road.',
    dusk: 'Dusk has come, and the road goes on.',
  } as Record<string, string>,
  hp: 'HP',
  coin: (n: number) => `${n} Coin`,
  weather: 'Weather',
  fromNext: 'from next turn',
  countsAs: (name: string) => `Now it still counts as ${name}.`,
  toGo: 'cards to go',
  graveyard: 'graveyard',
  companion: 'Companion',
  noClass: 'choosing a class',
  strikes: 'Strikes',
  bounty: 'Bounty',
  /** what the card writes short, said */
  reward: (text: string, name: (id: string) => string) =>
    text
      .split(', ')
      .map((part) => {
        const [what = '', much = ''] = part.split(' ');
        if (what === 'coin') return `${much} Coin`;
        if (what === 'treasure') return much === '1' ? 'a Treasure card' : `${much} Treasure cards`;
        return what === 'gain' ? name(much) || part : part;
      })
      .join(', '),
  /** what a card says besides the figures that stand on it: what becomes of it, and what it does */
  besides: (text: string) => text.replace(/(?<=^|\. )(Defense|Strike|Bounty:?) [^.]*\.\s*/g, ''),
  /** a number, dice, or the way some dice must fall, which the card writes short: "3d6 sum>=11" */
  needs: (target: string) => {
    const [, dice, how = '', much] = /^(\S+) (doubles|distinct|even|sum>=|sum<=) ?(\d*)$/.exec(target) ?? [];
    return dice ? `${dice} ${words.falls[how] ?? how}${much ? words.sumOf(how, much) : ''}` : `needs ${target}`;
  },
  falls: { doubles: 'as doubles', distinct: 'all different', even: 'all even', 'sum>=': '', 'sum<=': '' } as Record<
    string,
    string
  >,
  sumOf: (how: string, much: string) => `of ${much} or ${how === 'sum>=' ? 'more' : 'less'}`,
  pays: (coins: number) => `for ${coins} Coin`,
  sure: 'it simply works',
  attempt: (roll: Told | null, works: boolean | null, struck: Told | null): string => {
    if (!roll) return '';
    const by = Number(roll.modifier);
    const sum = `${roll.total - by}${by ? ` ${by > 0 ? '+' : '−'} ${Math.abs(by)} = ${roll.total}` : ''}`;
    const need = roll.target === null ? sum : `${sum}, needs ${roll.target}`;
    if (works === null) return need;
    const cost = struck && struck.before > struck.after ? `, −${struck.before - struck.after} HP` : '';
    return `${need}: ${works ? 'it works' : `fails${cost}`}`;
  },
  /** what the referee says of an attempt, as it is said over a table: dice small, and a strike in what it takes */
  plainly: (told: string): string =>
    told.replace(/\bD(\d+)/g, 'd$1').replace(/strikes with (\d*d?\d+(?:[+−-]\d*d?\d+)*)\./g, (whole, dice: string) => {
      const [least, most] = words.reach(dice);
      return least < most ? `strikes for ${least} to ${most} HP.` : least ? `strikes for ${least} HP.` : whole;
    }),
  /** the least and the most that dice can show: "1d4+2" */
  reach: (dice: string): [number, number] =>
    [...dice.replaceAll('−', '-').matchAll(/([+-]?)(?:(\d*)d)?(\d+)/g)].reduce<[number, number]>(
      ([least, most], [, sign, count, figure]) => {
        const one = count === undefined ? Number(figure) : Number(count || 1);
        const all = count === undefined ? one : one * Number(figure);
        return sign === '-' ? [least - all, most - one] : [least + one, most + all];
      },
      [0, 0],
    ),
  notOffered: 'not with this one',
  intention: { attack: 'Attack', charm: 'Charm', escape: 'Escape' } as Record<string, string>,
  stall: 'The Merchant',
  stallOpen: 'Open: the Merchant',
  stallShut: (name: string) => `Shut: ${name}`,
  stallReopens: 'The stall opens in a Preparation.',
  price: (coins: number) => `${coins} Coin`,
  stat: { attack: 'Attack', charisma: 'Charisma', speed: 'Speed' } as Record<string, string>,
  worn: 'Held and worn',
  upgrades: 'Learned for good',
  pack: 'Pack',
  packEmpty: 'The pack is empty.',
  dock: 'Dock',
  dockEmpty: 'Nobody walks with you yet.',
  noWeapon: 'no weapon',
  noClothing: 'no clothing',
  renown: 'Renown',
  omen: 'Omen',
  mood: 'Mood',
  defense: 'Defense',
  temper: 'Temper',
  challengers: 'Challengers',
  tempered: (by: number) => `+${by} to whatever he rolls`,
  /** what can be done about the Boss */
  choice: { strike: 'Strike', distract: 'Distract', guard: 'Guard', retreat: 'Retreat' } as Record<string, string>,
  /** how likely it is, where the referee says so in words: "Attack against 13: 35 %." */
  chance: (told: string): number | null => {
    const percent = /: (\d+) %/.exec(told)?.[1];
    return percent === undefined ? null : Number(percent) / 100;
  },
  against: (told: string): string => told.replace(/: \d+ %/, ''),
  offers: 'Offers',
  gives: (from: string, to: string, give: string, get: string) => `${from} offers ${to}: ${give} for ${get}`,
  offerOf: (from: string, to: string, yours: boolean) =>
    yours ? `You offer ${to}` : to ? `${from} offers ${to}` : `${from} offers you`,
  youWouldGet: 'you get',
  youWouldGive: 'you give',
  isGiven: 'is given',
  isAsked: 'is asked for',
  noHurry: 'No hurry. It lapses when a card is drawn.',
  letLie: (offer: string) => `Put this offer aside: ${offer}`,
  classes: 'Who will you be?',
  seen: 'You have peeked at',
  ghosts: 'Ghost cards',
  haunting: 'What you can rattle with',
  dead: 'You have fallen, and walk on as a ghost.',
  fallen: { defeated: 'fallen', ghost: 'fallen, and haunting', left: 'left the adventure' } as Record<string, string>,
  belongings: (pack: number, dock: number) => `Pack ${pack} · Dock ${dock}`,
  belongingsOf: (name: string) => `What ${name} carries`,
  bareHands: 'Nothing held, nothing worn.',
  nothingLearned: 'Nothing learned yet.',
  dockEmptyOther: 'Nobody walks along.',
  sort: 'sort',
  forwardOf: (card: string) => `Move ${card} forward`,
  trade: 'Trade',
  tradeOpen: 'Trade…',
  tradeWith: 'With whom',
  noTrade: "There is nothing to trade now. Trades are made in Preparation, anybody's.",
  youGive: 'You give',
  youGet: (name: string) => `${name} gives`,
  thing: (id: string, name: string) =>
    id === 'nothing' ? 'nothing' : /^coin-\d+$/.test(id) ? `${id.slice(5)} Coin` : name || id,
  dealText: (give: string, to: string, get: string) => `${give} to ${to}, for ${get}.`,
  dealOpen: 'Choose one thing on each side; one of the two is a card.',
  makeOffer: 'Make the offer',
  accept: 'Accept',
  decline: 'Decline',
  cancel: 'Take it back',
};
