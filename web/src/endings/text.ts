/** What is said when a match is over, besides who won. */
export const words = {
  label: 'How it ended',
  won: (names: string, count: number) => `${names} ${count > 1 ? 'win' : 'wins'}`,
  nobody: 'Nobody wins',
  moment: 'What decided it',
  look: 'See it again',
  figures: 'What it came to',
  place: 'Place',
  who: 'Who',
  share: 'Share this match',
  shared: 'The link is copied.',
  link: (where: string) => `Here is the link: ${where}`,
  shut: 'Look at the table',
  open: 'How it ended',
};
