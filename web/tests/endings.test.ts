/** Each game and each reason has a drawn final scene, and no drawing is for nothing. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sceneOf } from '../src/endings/scenes';
import { words as adventurer } from '../src/tables/adventurer/text';
import { words as echo } from '../src/tables/echo/text';
import { words as magicduel } from '../src/tables/magicduel/text';
import { words as mazerunner } from '../src/tables/mazerunner/text';
import { words as micah } from '../src/tables/micah/text';

const games = { adventurer, echo, magicduel, mazerunner, micah };
const wanted = Object.entries(games).flatMap(([game, words]) =>
  Object.keys(words.endings).map((reason) => `${game}-${reason}.svg`),
);

it('has a scene for every ending', () => {
  const drawn = readdirSync(join(process.cwd(), 'src/art/final'));
  expect(drawn.sort()).toEqual([...wanted, 'plain.svg'].sort());
});

it('finds the scene, and a fireplace for whatever has none', async () => {
  expect(await sceneOf('micah', 'dusk')).not.toBe(await sceneOf('micah', 'wiped_out'));
  expect(await sceneOf('liarsdice', 'last-die')).toBe(await sceneOf('micah', 'no-such-reason'));
  expect(await sceneOf('liarsdice', 'last-die')).not.toBe('');
});
