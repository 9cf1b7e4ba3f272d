import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Choice, TableInfo } from '../src/lib/protocol';
import { Scene } from '../src/lib/scene.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { AnyView, Shape } from '../src/lib/views';
import Die from '../src/shell/Die.svelte';
import Lobby from '../src/shell/Lobby.svelte';
import PlainAsk from '../src/shell/PlainAsk.svelte';
import Crest from '../src/shell/Crest.svelte';
import Stepper from '../src/shell/Stepper.svelte';
import { Hand } from '../src/tables/echo/hand.svelte';
import echoTour from '../src/tables/echo/tour';
import type { Table, View } from '../src/tables/echo/view';
import type { Teller } from '../src/tables/generic/shape';
import Maze from '../src/tables/mazerunner/Map.svelte';
import type { View as MazeView } from '../src/tables/mazerunner/view';
import Sheet from '../src/tables/generic/Sheet.svelte';

const choice = (id: string, label = id): Choice => ({ id, label, clause: 'XX-1.1', of: [] });

const toy: AnyView = {
  game: 'toy',
  turn: 1,
  phase: 'main',
  you: 0,
  to_act: [0],
  may_act: [],
  seats: [{ seat: 0 }, { seat: 1 }],
  table: { options: { preset: 'literal' }, result: null },
};

/** A scene of Echo with as much of its view as a test looks at. */
function battle(actions: Choice[], own: Partial<View['seats'][number]>, table: Partial<Table> = {}): Scene<View> {
  const made = scene(actions) as unknown as Scene<View>;
  made.view = { ...toy, table: { ...toy.table, ...table }, seats: [{ seat: 0, ...own }, { seat: 1 }] } as View;
  return made;
}

function scene(actions: Choice[]): Scene {
  const made = new Scene('toy');
  made.set({ view: toy, lines: [], decision: { name: 'main', actions, timeout: null }, standing: null });
  return made;
}

describe('a sheet of the generic table', () => {
  const die: Shape = { is: 'die', sides: 6 };
  const shape: Shape = {
    properties: { opening: die, rolled: { type: 'array', items: die }, dice_count: { is: 'count', sides: 6 } },
  };
  const teller: Teller = { shapes: {}, player: String, card: (id) => id, word: (id) => id };
  const heads = (thing: Record<string, unknown>): string[] => {
    const { container, unmount } = render(Sheet, { scene: scene([]), teller, thing, shape });
    const found = [...container.querySelectorAll('h3')].map((one) => one.textContent);
    unmount();
    return found;
  };
  it('says once what dice are, unless they lie beside their cup', () => {
    expect(heads({ opening: 4, rolled: [1, 6] })).toEqual(['Opening', 'Rolled']);
    expect(heads({ rolled: [1, 6], dice_count: 2 })).toEqual([]);
  });
});

describe('the maze', () => {
  const standing = (x: number, monsters: unknown[] = []) => {
    const made = scene([]) as unknown as Scene<MazeView>;
    const blocks = [1, 2, 3].map((x) => ({ x, y: 0, open: ['west', 'east'] }));
    const table = {
      ...toy.table,
      base: [0, 0],
      grid_size: 5,
      blocks,
      monsters,
      portals: [[1, 0, 3, 0]],
      runner: { seat: 0, x, y: 0 },
    };
    made.view = { ...toy, table } as unknown as MazeView;
    const { container, unmount } = render(Maze, { scene: made });
    const aside = container.querySelector('.pawn')?.classList.contains('aside');
    unmount();
    return aside;
  };
  it('lets a runner step aside from whatever stands on the same block: a monster, a portal and its number', () => {
    expect([1, 2, 3].map((x) => standing(x))).toEqual([true, false, true]);
    expect(standing(2, [{ card: 'rat', x: 2, y: 0, health: 1, hunting: false }])).toBe(true);
  });
});

describe('the crest beside a name', () => {
  it('tells programs and accounts apart, in words too, and says nothing of guests', () => {
    const said = (seat: { program: boolean; account: string | null }) => render(Crest, { seat }).container.textContent;
    expect(said({ program: true, account: 'Cuckoo' })).toBe(', a program');
    expect(said({ program: false, account: 'Wren' })).toBe(', has an account');
    expect(said({ program: false, account: null })).toBe('');
  });
});

describe('the bar', () => {
  it('offers exactly what is legal, and asks before it counts', async () => {
    const shown = scene([choice('left', 'Go left'), choice('right', 'Go right')]);
    const act = vi.spyOn(shown, 'act');
    render(PlainAsk, { scene: shown });
    await fireEvent.click(screen.getByRole('button', { name: 'Go left' }));
    expect(shown.picked).toBe('left');
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: /^Go left Enter/ }));
    expect(act).toHaveBeenCalledWith('left');
  });

  it('acts at once when asked to', async () => {
    settings.chosen.confirm = false;
    const shown = scene([choice('left', 'Go left'), choice('right', 'Go right')]);
    const act = vi.spyOn(shown, 'act');
    render(PlainAsk, { scene: shown });
    await fireEvent.click(screen.getByRole('button', { name: 'Go right' }));
    expect(act).toHaveBeenCalledWith('right');
    settings.chosen.confirm = true;
  });

  it('folds many alike into a list that can be searched', async () => {
    const shown = scene(Array.from({ length: 12 }, (_, n) => choice(`play:card-${n}x`, `Play card ${n}`)));
    render(PlainAsk, { scene: shown });
    await fireEvent.click(screen.getByRole('button', { name: /All 12 choices/ }));
    await fireEvent.input(screen.getByLabelText('Type to find'), { target: { value: 'card 11' } });
    expect(screen.getAllByRole('button', { name: /^Play card \d+$/ }).length).toBe(1);
  });
});

describe('a table that cannot be played on here', () => {
  it('says why, and offers no seat', () => {
    const table = {
      id: 'x',
      game: 'toy',
      title: 'Pebbles',
      status: 'frozen',
      notice: 'Its rules are not here.',
      seats: [{ seat: 0, who: 'open', name: '' }],
      yours: [],
      host: false,
    } as unknown as TableInfo;
    render(Lobby, { table, changed: () => undefined });
    expect(screen.getByRole('heading', { name: 'This table is frozen' })).toBeTruthy();
    expect(screen.getByText('Its rules are not here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sit down here' })).toBeNull();
  });
});

describe('a tour', () => {
  it('knows the moment of a note: now, not yet, or never again', () => {
    const name = echoTour.notes.find((note) => note.title === 'Name it.');
    const at = (field: number, edicts: string[]) => {
      const shown = battle([choice('play:bard:gambit')], { edicts }, { field_index: field });
      return name?.when?.(shown as unknown as Scene);
    };
    expect([at(0, ['sabotage']), at(1, ['sabotage']), at(1, ['gambit']), at(2, ['sabotage'])]).toEqual([
      null,
      true,
      false,
      false,
    ]);
  });
});

describe('an Echo hand', () => {
  it('puts cards together into an offered action or not at all', () => {
    const shown = battle([choice('play:bard:ranger:gambit'), choice('play:bard:witch:gambit')], { commits: 2 });
    const hand = new Hand(shown);
    hand.toggle('witch');
    hand.toggle('bard');
    hand.proclaim('gambit');
    expect(hand.play?.id).toBe('play:bard:witch:gambit');
    hand.toggle('ranger');
    expect(hand.creatures).toEqual(['bard', 'ranger']);
    expect(hand.offers('wall')).toBe(false);
  });
});

it('a stepper stays within its bounds', async () => {
  render(Stepper, { values: [0, 1, 2, 3, 4], value: 4, title: 'Shield' });
  const field = screen.getByRole('spinbutton');
  await fireEvent.click(screen.getByRole('button', { name: 'one more' }));
  expect((field as HTMLInputElement).value).toBe('4');
  await fireEvent.click(screen.getByRole('button', { name: 'half' }));
  expect((field as HTMLInputElement).value).toBe('2');
});

it('a die says its shape and its number', () => {
  render(Die, { sides: 10, value: 7 });
  expect(screen.getByRole('img', { name: 'd10 shows 7' })).toBeTruthy();
  for (const value of [1, 2, 3, 4, 5, 6]) {
    render(Die, { sides: 6, value });
    expect(screen.getByRole('img', { name: `d6 shows ${value}` }).querySelectorAll('circle')).toHaveLength(value);
  }
});
