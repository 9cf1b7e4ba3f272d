/** The ledger speaks to whoever reads it. */
import { expect, it } from 'vitest';
import { rivalIs, saidToYou } from '../src/lib/you';

it.each([
  ['Wren gains 4 magic.', 'You gain 4 magic.'],
  ['Wren has committed, face down.', 'You have committed, face down.'],
  ['Wren is struck for 15: HP 6 to 0.', 'You are struck for 15: HP 6 to 0.'],
  ["Round 2: Wren's turn.", 'Round 2: your turn.'],
  ["Wren's Specter attacks.", 'Your Specter attacks.'],
  ["Wren's ghost draws a card.", 'Your ghost draws a card.'],
  ['Wren walks alone from now on.', 'You walk alone from now on.'],
  ['The Boss attacks Wren with 15.', 'The Boss attacks you with 15.'],
  ['Wren passes.', 'You pass.'],
  ['The Seer of Wren is at home here.', 'Your Seer is at home here.'],
  ['Hanne burns the old map of Wren.', 'Hanne burns your old map.'],
  ['The Seer of Hanne is at home here.', 'The Seer of Hanne is at home here.'],
  ['Wren goes home. Wren tries again.', 'You go home. You try again.'],
  ['Wren dies.', 'You die.'],
  ['Wren chooses the Bard.', 'You choose the Bard.'],
  ['Wren and Hanne strike.', 'You and Hanne strike.'],
  ['11 for Wren, 5 for Hanne.', '11 for you, 5 for Hanne.'],
  ['The game is over. Winners: Wren.', 'The game is over. Winners: you.'],
  ['Wren heals 2 health (now 25) and puts out 1 burn.', 'You heal 2 health (now 25) and put out 1 burn.'],
  ['Wren takes a map piece from Hanne and has 3.', 'You take a map piece from Hanne and have 3.'],
  ['Hanne heals and puts out 1 burn.', 'Hanne heals and puts out 1 burn.'],
  ['Wren gambled, and loses the tie.', 'You gambled, and lose the tie.'],
  ['Wrenlike birds fly past Hanne.', 'Wrenlike birds fly past Hanne.'],
  ['Hanne takes back Gain Magic.', 'Hanne takes back Gain Magic.'],
])('%s', (told, said) => {
  expect(saidToYou(told, 'Wren')).toBe(said);
});

it.each([
  ['Wren gains 4 magic.', 'You gain 4 magic.'],
  ["Wren's shield fades to 3.", 'Your shield fades to 3.'],
  ['The duel begins; wren goes first.', 'The duel begins; you go first.'],
  ['Hanne meets a Wren.', 'Hanne meets a Wren.'],
])('who is called wren is told: %s', (told, said) => {
  expect(saidToYou(told, 'wren')).toBe(said);
});

it('the rival is you where somebody else did it, and has a name where you did', () => {
  expect(rivalIs('Hanne hurls a bolt of 3 at the rival.', 1, 0, 'Hanne')).toBe('Hanne hurls a bolt of 3 at you.');
  expect(rivalIs('Wren hurls a bolt of 3 at the rival.', 0, 0, 'Hanne')).toBe('Wren hurls a bolt of 3 at Hanne.');
});
