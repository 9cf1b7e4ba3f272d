/** The words of the workshop, which guests know as the drawing board: a game may call rules of its own *Workshop*. */
import type { Remark, StudyInfo } from './protocol';

export const w = {
  title: 'The drawing board',
  pitch: 'Change a number, press a button, and read whether it matters.',
  closedTitle: 'The drawing board is covered',
  closed: 'It is the landlord’s. Whoever runs this inn gives the key to an account: innkeeper landlord NAME.',
  game: 'Game',
  rules: 'Rules',
  cards: 'Cards',
  cardsText:
    'Files of cards that replace those of the same name: a zip file, or TOML files as they are. Nothing of it comes to a table.',
  pickFiles: 'Bring files…',
  pickFolder: 'Bring a folder…',
  away: 'Take them away',
  reading: 'They are being read…',
  good: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}: the game can be played with this.`,
  none: 'The cards as they are here.',
  tooLarge:
    'These files are too large to be sent as they are. Put them into a zip file, or bring only those you changed.',
  question: 'Question',
  kinds: {
    study: 'Is it all right?',
    compare: 'Does it matter?',
  },
  kindText: {
    study: 'Seats, decks, endings, choices, cards: all that a designer asks of a game, by several players.',
    compare:
      'Against the game as it is recommended, with the same dice, until it is known whether anything has changed.',
  },
  players: 'Players',
  ladder: 'From beginners to regulars',
  matches: 'Matches of each',
  soFar: 'So it will be',
  ask: 'Find out',
  bounds: (seconds: number) =>
    `One study at a time, for ${seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`} at most; what is known by then is told. It gives way to the tables.`,
  changed: (what: string[]) => (what.length ? what.join(', ') : 'nothing is changed'),
  studies: 'Studies',
  noStudies: 'Nobody has asked anything yet.',
  status: (study: StudyInfo) =>
    ({
      waiting: study.ahead ? `waits, ${study.ahead} before it` : 'is next',
      running: study.total ? `${study.done} of ${study.total} matches` : 'begins…',
      done: 'is done',
      failed: 'failed',
      cancelled: 'was given up',
    })[study.status],
  read: 'Read the report',
  giveUp: 'Give it up',
  throwAway: 'Throw it away',
  keep: 'Keep this page',
  all: 'All studies',
  how: 'How was it played?',
  fair: (share: number) => `The dashed line is a fair share, ${(100 * share).toFixed(1)} %.`,
  remark: (one: Remark) => `${one.file}${one.line ? `:${one.line}` : ''}${one.place ? `: ${one.place}` : ''}`,
  odd: 'odd',
  wrong: 'wrong',
  by: (name: string, when: string) => `${name}, ${when}`,
};
