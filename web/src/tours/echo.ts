import type { Tour } from '.';

const any = () => true;

const tour: Tour = {
  game: 'echo',
  preset: 'literal',
  options: {},
  // the other side plays honestly and without a plan: first card, cheapest edict that names nobody
  rival: (choices, _view, count) => choices.filter((choice) => !choice.id.includes('sabotage'))[count % Math.max(1, choices.length - 1)]?.id ?? choices[0]?.id ?? '',
  notes: [
    { title: 'Four battles, one after the other.', text: 'This is the first field. The slate says what it is worth; the creatures named on its foot are stronger here.', at: '.now' },
    { title: 'Your creatures.', text: 'The number is the strength. Choose one, with a tap or with 1 to 5; one that the field names is a good start.', at: '.cards' },
    { title: 'And an edict.', text: 'One of each, and both of you choose at once. Tap one, or press Q to T. The bar does the sum; then seal it.', at: '.slips', act: (choice) => choice.id.startsWith('play:') && !choice.id.endsWith(':sabotage'), ask: 'Seal a creature and an edict' },
    { title: 'What happened?', text: 'Every line of the ledger has a why. Press L for the last one; it opens the rule and does the sum again.', at: '#stage .fields' },
    { title: 'Echoes.', text: 'Creatures and fields leave something behind for exactly one battle: strength, points, or a grudge. Yours stand here, theirs at the top.', at: '.echoes' },
    { title: 'Who is where?', text: 'Eleven creatures: your hand, their hand, and one overseer that nobody holds. This row is what you have not seen.', at: '.know' },
    { title: 'Name it.', text: 'Play any creature with Sabotage now. You will be asked to name the creature you face: right is worth 3 strength.', at: '[data-edict="sabotage"]', act: (choice) => choice.id.endsWith(':sabotage') || choice.id.startsWith('name:'), ask: 'Seal a creature with Sabotage' },
    { title: 'Spelling is not marked.', text: 'Name one of those you have not seen. A name also tells them that you do not hold it.', at: '#bar .names', act: (choice) => choice.id.startsWith('name:'), ask: 'Name a creature', when: (_view, lines) => lines.at(-1)?.event.kind === 'edicts_revealed' },
    { title: 'Gambit is for the brave.', text: 'It adds 1 strength, but you lose every tie, and a Wall makes every battle a tie. Battle 3 is yours: play what you like.', at: '.slips', act: any, ask: 'Seal a creature and an edict' },
    { title: 'The Last Strand is worth 5.', text: 'No bonus, no effect, most points. Play it for real; I only count.', at: '.now', act: any, ask: 'Seal a creature and an edict' },
  ],
};
export default tour;
