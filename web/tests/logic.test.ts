import { describe, expect, it } from 'vitest';
import { by, commonStart, filtered, gridOf, grouped, humanise, meaning } from '../src/lib/actions';
import { draftOf, firstOf, problemOf, spelled } from '../src/decks/decks.svelte';
import { cardsOf, plain } from '../src/lib/book.svelte';
import { differences } from '../src/lib/differences';
import { block, clause, inline } from '../src/lib/markdown';
import { allowed, controlOf, spell } from '../src/lib/options';
import type { Change, Choice, LogLine, OptionInfo } from '../src/lib/protocol';
import { parse } from '../src/lib/route.svelte';
import type { Told } from '../src/lib/story';
import { shownBy } from '../src/tables/echo/reveal';
import { rhythm as echoRhythm } from '../src/tables/echo/story';
import type { Shape } from '../src/lib/views';
import { counted, domainOf, known, sorted, type Teller } from '../src/tables/generic/shape';
import { cameTo } from '../src/tables/adventurer/chain';
import { words as factory } from '../src/tables/adventurer/text';
import { comesTo, nextOf, ownNext, resultsOf } from '../src/tables/magicduel/foresight';
import { words as road } from '../src/tables/micah/text';

const choice = (id: string, label = id): Choice => ({ id, label, clause: 'XX-1.1', of: [] });
const line = (event: Record<string, unknown>, text = '', seq = 1, dice: LogLine['dice'] = []): LogLine => ({
  seq,
  text,
  clause: 'XX-1.1',
  event,
  dice,
});

describe('offered actions', () => {
  const heals = Array.from({ length: 100 }, (_, n) => choice(`heal:${n}`, `Heal + Shield of ${n}`));

  it('are grouped by verb in the order in which they are offered', () => {
    const groups = grouped([
      choice('attack:normal:0:player', 'Normal Attack on the rival'),
      ...heals,
      choice('attack:pierce:player', 'Piercing Attack on the rival'),
      choice('magic', 'Gain Magic'),
    ]);
    expect(groups.map((group) => [group.verb, group.choices.length])).toEqual([
      ['attack', 2],
      ['heal', 100],
      ['magic', 1],
    ]);
  });

  it('become a stepper only where a number runs without gaps', () => {
    expect(grouped(heals)[0]?.numbers?.at(-1)).toBe(99);
    expect(grouped(heals.filter((_, n) => n % 2))[0]?.numbers).toBeNull();
    expect(
      grouped([choice('move:1:2'), choice('move:2:2'), choice('move:3:2'), choice('move:4:2'), choice('move:5:2')])[0]
        ?.numbers,
    ).toBeNull();
  });

  it('share a title up to a whole word', () => {
    expect(commonStart(['Play Heckle', 'Play Lute'])).toBe('Play');
    expect(commonStart(['Heal + Shield of 1', 'Heal + Shield of 2'])).toBe('Heal + Shield of');
    expect(commonStart(['Walk', 'Talk'])).toBe('');
  });

  it('are found by what is typed', () => {
    const all = [choice('use:7:again', 'Encore: again'), choice('play:heckle', 'Play Heckle'), choice('done', 'Go on')];
    expect(filtered(all, 'pl he').map((one) => one.id)).toEqual(['play:heckle']);
  });

  it('humanise leaves names readable', () => expect(humanise('half_steps-left')).toBe('Half steps left'));
});

describe('a preview', () => {
  it('is compared figure by figure', () => {
    expect(differences({ a: 1, b: [{ c: 2 }] }, { a: 1, b: [{ c: 5 }] })).toEqual([{ path: 'b.0.c', from: 2, to: 5 }]);
    expect(differences({ a: null }, { a: 3 })).toEqual([{ path: 'a', from: null, to: 3 }]);
  });

  it('gives the gauges their arrows', () => {
    const changes = [
      { path: 'seats.1.shield', what: 'shield', before: 6, after: 0 },
      { path: 'seats.1.hp', what: 'health', before: 20, after: -2 },
      { path: 'seats.1.minions.0.hp', what: 'health', before: 6, after: 3 },
      { path: 'seats.0.magic', what: 'magic', before: 8, after: 0 },
    ];
    expect(nextOf(changes, 1)).toEqual({ shield: [6, 0], hp: [20, -2] });
    expect(nextOf(changes, 0)).toEqual({ magic: [8, 0] });
    expect(resultsOf({ view: null, about: '', changes: changes.slice(1), notes: ['gone'], beware: [] })).toBe(
      'health 20 → 0, health 6 → 3, gone',
    );
  });

  it('says whose figures they are, and what a move is worth besides', () => {
    const told = (changes: Change[], about: string, notes: string[] = []) =>
      comesTo({ view: null, about, changes, notes, beware: [] }, 0, (seat) => ['Wren', 'Hanne'][seat] ?? '');
    const haunted = { path: 'seats.1.hp', what: 'health', before: 7, after: 6 };
    const mended = { path: 'seats.0.hp', what: 'health', before: 9, after: 14 };
    expect(told([haunted], '+4: from 0 to 4')).toBe('+4: from 0 to 4, Hanne: health 7 → 6');
    expect(told([mended, haunted], '+5 health')).toBe('health 9 → 14, Hanne: health 7 → 6');
    expect(told([], '+4: from 0 to 4')).toBe('+4: from 0 to 4');
    expect(told([], '3 + all your magic 8 = 11', ['gone, 5 to spare'])).toBe('gone, 5 to spare');
  });

  it('puts out the burn that the referee says goes out', () => {
    const ahead = { view: null, about: '', changes: [], notes: ['burn 4 goes out'], beware: [] };
    expect(ownNext(ahead, 0, 4)).toEqual({ burn: [4, 0] });
    expect(ownNext({ ...ahead, notes: [] }, 0, 4)).toEqual({});
  });
});

describe('an Encounter', () => {
  it('is expected as the referee reckons, and never gives anybody anything', () => {
    expect(factory.expected("1d6 + 1 − 1, about 3.5; foe's Health is 31")).toEqual({ about: true, value: 3.5 });
    expect(factory.expected("3; foe's Health is 29")).toEqual({ about: false, value: 3 });
    expect(factory.expected("−1; foe's Willpower is 38")).toEqual({ about: false, value: 0 });
    expect(factory.expected('')).toBeNull();
  });

  it('is told in words where a card writes dice short', () => {
    expect(road.needs('5')).toBe('needs 5');
    expect(road.needs('1d10+1')).toBe('needs 1d10+1');
    expect(road.needs('1d20 sum<=14')).toBe('1d20 of 14 or less');
    expect(road.needs('3d6 sum>=11')).toBe('3d6 of 11 or more');
    expect(road.needs('1d6 even')).toBe('1d6 all even');
  });
});

describe('the words of the road', () => {
  it('says a strike in what it takes', () => {
    expect(road.plainly('Fails: it strikes with 1d4+2.')).toBe('Fails: it strikes for 3 to 6 HP.');
    expect(road.plainly('Fails: it strikes with 2d10+2.')).toBe('Fails: it strikes for 4 to 22 HP.');
    expect(road.plainly('Attack D6 against 5: 33 %.')).toBe('Attack d6 against 5: 33 %.');
    expect(road.reach('1d12-3')).toEqual([-2, 9]);
  });
});

describe('the words of a card', () => {
  it('call a deed in words, and write a minus as one', () =>
    expect(plain('have-at-them (4 XP): Speed -1, 1d12-3 HP.', { 'have-at-them': '' })).toBe(
      'have at them (4 XP): Speed −1, 1d12-3 HP.',
    ));
});

describe('a chain', () => {
  const line = (event: Record<string, unknown>) => ({ event }) as unknown as LogLine;
  const lines = [
    line({ kind: 'card_played', ref: 9 }),
    line({ kind: 'encounter_made', what: 'action', seat: 1 }),
    line({ kind: 'action_performed', ref: 4 }),
    line({ kind: 'damage_dealt', new: 19 }),
    line({ kind: 'action_performed', ref: 7 }),
    line({ kind: 'stat_changed', new: 23 }),
    line({ kind: 'stat_changed', new: 24 }),
  ];
  const chain = { opened_by: { seat: 1, what: 'action', ref: 4 }, responder: 1, waiting_on_play: null };
  const said = (event: Told) => (event.new === undefined ? null : { whose: 'Your', what: `now ${event.new}` });

  it('says what every link came to', () =>
    expect(cameTo(lines, { ...chain, links: [{ seat: 0, ref: 7, action: 'brace' }] }, said)).toEqual([
      'Your now 19',
      'Your now 23, now 24',
    ]));
  it('says nothing where the log tells of others', () =>
    expect(cameTo(lines, { ...chain, links: [{ seat: 0, ref: 8, action: 'brace' }] }, said)).toEqual([]));
});

describe('rulebook text', () => {
  it('cannot smuggle anything in', () =>
    expect(inline('<img onerror="x"> **bold**')).toBe('&lt;img onerror=&quot;x&quot;&gt; <b>bold</b>'));
  it('loses its own number at the front', () =>
    expect(clause('MD-4.2', '**MD-4.2** A **bolt**.')).toBe('<p>A <b>bolt</b>.</p>'));
  it('keeps lists and tables', () => {
    expect(block('- one\n- two')).toBe('<ul><li>one</li><li>two</li></ul>');
    expect(block('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>2</td>');
  });
});

describe('the form of house rules', () => {
  const option = (json_schema: Record<string, unknown>): OptionInfo => ({
    name: 'x',
    range: '',
    default: null,
    about: '',
    json_schema,
  });
  it('chooses the control by the schema', () => {
    expect(controlOf(option({ type: 'boolean' })).kind).toBe('peg');
    expect(controlOf(option({ type: 'integer', minimum: 1, maximum: 9 }))).toEqual({
      kind: 'number',
      least: 1,
      most: 9,
    });
    expect(controlOf(option({ enum: ['a', 'b'] })).kind).toBe('choice');
    expect(controlOf(option({ anyOf: [{ type: 'null' }, { enum: ['a'] }] }))).toEqual({
      kind: 'choice',
      values: [null, 'a'],
    });
    expect(controlOf(option({ type: 'array' })).kind).toBe('json');
    const fields = controlOf(option({ anyOf: [{ type: 'array' }, { type: 'null' }], content: 'field', count: 2 }));
    expect(fields).toEqual({ kind: 'content', of: 'field', count: 2 });
    expect([null, ['a', 'b'], ['a', ''], ['a']].map((value) => allowed(fields, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('knows what is allowed', () => {
    const shape = controlOf(option({ type: 'integer', minimum: 1, maximum: 9 }));
    expect([0, 1, 9, 10, 2.5, '3'].map((value) => allowed(shape, value))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(spell(false)).toBe('off');
  });
});

describe('cards', () => {
  it('come from every entry with a name, two kinds may share an id', () => {
    const cards = cardsOf(
      {
        'a.toml': { minion: { bubble: { name: 'Bubble', hp: 6 } } },
        'b.toml': { move: { bubble: { name: 'Cast Bubble', effects: [{ do: 'pay', amount: 2 }] } }, title: 'x' },
      },
      { bubble: 'Costs 2.' },
      {},
    );
    expect(cards.map((card) => [card.kind, card.name, card.text])).toEqual([
      ['minion', 'Bubble', 'Costs 2.'],
      ['move', 'Cast Bubble', 'Costs 2.'],
    ]);
    expect(cards[0]?.figures).toEqual({ hp: '6' });
  });

  it('tell what they hold by name, and of several copies the first speaks', () => {
    const content = {
      'a.toml': {
        die: {
          red: {
            name: 'Red die',
            verb: 'roll',
            faces: [
              { id: '1', power: 1 },
              { id: 'sword', counts: 'attack' },
            ],
          },
        },
        deck: { geese: { name: 'Geese', cards: { 'guard-goose': 4, knight: 1 } } },
        field: { plains: { name: 'Plains', effects: [{ do: 'reward', amount: 3 }] } },
        maze: { end: { name: 'Dead End' } },
      },
    };
    const cards = cardsOf(content, { 'end-1': 'No way on.' }, { 'guard-goose': 'Guard Goose', knight: 'Knight' });
    expect(cards.map((card) => card.figures)).toEqual([
      { faces: '1, sword' },
      { cards: '4 Guard Goose and 1 Knight' },
      { effects: 'reward 3' },
      {},
    ]);
    expect(cards[3]?.text).toBe('No way on.');
  });
});

describe('deck files', () => {
  const known = ['Whetstone', 'Trusty Longsword', 'Knight’s "x" Own'].map((name) => ({
    ...{ name, kind: 'card', text: '', flavour: '', clause: null, figures: {}, raw: {} },
    id: name.toLowerCase().replace(/[^a-z]+/g, '-'),
  }));

  it('may call cards by their names', () => {
    const file = '# Mine\r\n4x Whetstone\r\n 2 trusty LONGSWORD # sharp\n3 whetstone\n1 gooose\nWhetstone\n';
    const read = '# Mine\r\n4 whetstone\r\n 2 trusty-longsword # sharp\n3 whetstone\n1 gooose\nWhetstone\n';
    expect(spelled(file, known)).toBe(read);
    expect(spelled('{"cards": {"Whetstone": 4}}', known)).toBe('{"cards": {"Whetstone": 4}}');
  });

  it('hold decks that are not finished', () => {
    const draft = { name: 'Mine', cards: { whetstone: 5 } };
    expect(draftOf('# Mine\n4 whetstone # all\n1 whetstone\n', known)).toEqual(draft);
    expect(draftOf(JSON.stringify({ game: 'adventurer', ...draft }), known)).toEqual(draft);
    for (const wrong of ['', '4 goose', 'x whetstone', '0 whetstone', '{"cards": {"whetstone": 1.5}}', '{', '[]', '{}'])
      expect(draftOf(wrong, known), wrong).toBeNull();
  });

  it('are refused in sentences', () => {
    const said = (problem: string) => problemOf(problem, (id) => (id === 'squire' ? 'Squire' : '')).text;
    expect(said("line 2: E-UNKNOWN: there is no card 'gooose' in the pack 'core'; did you mean 'goose'?")).toBe(
      "There is no card 'gooose'; did you mean 'goose'?",
    );
    expect(said("line 1: E-FORMAT: 'hello' is not `<count> <card-id>`")).toMatch(/^'hello' is no line of a deck.*\.$/);
    expect(said('W-NEEDS: squire can never be played')).toBe('Squire can never be played.');
    expect(firstOf(['a', 'b', 'c', 'd', 'e', 'f'])).toHaveLength(5);
  });
});

describe('the generic table', () => {
  const shapes: Record<string, Shape> = {
    Troll: {
      properties: {
        card: { is: 'card', of: ['monster'] },
        attack: { $ref: '#/$defs/Way' },
        charm: { anyOf: [{ $ref: '#/$defs/Way' }, { type: 'null' }] },
        by: { is: 'seat', of: ['seat'] },
      },
    },
    Way: { properties: { target: { is: 'amount' }, odds: { is: 'chance' } } },
    Placed: { properties: { ref: { is: 'thing', of: ['ref'] }, card: { is: 'card', of: ['card'] } } },
  };
  shapes.Claim = {
    properties: {
      seat: { is: 'seat', of: ['seat'] },
      count: { is: 'amount', of: ['count'] },
      face: { is: 'die', sides: 6, of: ['face'] },
    },
  };
  const teller: Teller = {
    shapes,
    player: (seat) => `Player ${seat}`,
    card: (id) => humanise(id),
    word: (id) => id.replace('_', ' '),
  };

  it('sorts a view by what its fields are', () => {
    const ways = sorted(
      { card: 'troll', attack: { target: 7, odds: 0.5 }, charm: { target: 2, odds: 0.9 }, by: 1 },
      { $ref: '#/$defs/Troll' },
      teller,
    );
    expect(ways.lists.map((list) => [list.name, list.items.map((item) => item.title ?? item.value)])).toEqual([
      ['', ['Attack', 'Charm']],
      ['Card', ['troll']],
    ]);
    expect(ways.chips).toEqual([['By', 'Player 1']]);
    const shape: Shape = {
      properties: {
        hp: { is: 'amount', most: 'max_hp' },
        items: { items: { is: 'card', of: ['item'] } },
        shown: { items: { is: 'die', sides: 6 } },
        die: { is: 'dice' },
        last: { items: { is: 'die', by: 'die' } },
      },
    };
    const sheet = sorted(
      {
        seat: 0,
        hp: 5,
        max_hp: 9,
        alive: true,
        hand: null,
        items: ['a', 'a'],
        resources: { twine: 2, chalk: 0 },
        discards: { x: [] },
        shown: [2, 2],
        die: '1d8',
        last: [7],
      },
      shape,
      teller,
      ['seat'],
    );
    expect(sheet.gauges).toEqual([{ name: 'Hp', value: 5, most: 9 }]);
    expect(sheet.chips).toEqual([
      ['Alive', 'yes'],
      ['Twine', '2'],
      ['Die', '1d8'],
    ]);
    expect(
      sheet.lists.map((list) => [list.name, counted(list.items, (item) => item.value).map((one) => one.count)]),
    ).toEqual([['Items', [2]]]);
    expect(sheet.dice.map((die) => [die.sides, die.value])).toEqual([
      [6, 2],
      [6, 2],
      [8, 7],
    ]);
    expect(sheet.rest).toEqual([]);
  });

  it('knows a thing by its number where it has one, else by its place, else by its card', () => {
    expect(known({ value: { ref: 7, card: 'encore' }, shape: { $ref: '#/$defs/Placed' } }, teller)).toEqual({
      card: 'encore',
      handles: [[{ of: ['ref'], value: 7 }]],
    });
    const block: Shape = { properties: { x: { is: 'place', of: ['x'] }, y: { is: 'place', of: ['y'] } } };
    expect(known({ value: { x: 2, y: 0 }, shape: block }, teller).handles).toEqual([
      [
        { of: ['x'], value: 2 },
        { of: ['y'], value: 0 },
      ],
    ]);
    expect(known({ value: 2, shape: { is: 'die', sides: 6 } }, teller).handles).toEqual([]);
  });

  it('opens a cup to those who may see the dice, and draws what is somebody’s as one thing', () => {
    const cup: Shape = {
      properties: { dice: { items: { is: 'die', sides: 6 } }, cup: { is: 'count', sides: 6, by: 'dice' } },
    };
    expect(sorted({ dice: [2, 2], cup: 2 }, cup, teller).cups).toEqual([{ name: 'Cup', count: 2, open: true }]);
    expect(sorted({ dice: null, cup: 5 }, cup, teller).cups).toEqual([{ name: 'Cup', count: 5, open: false }]);
    const claimed = sorted(
      { claim: { seat: 1, count: 2, face: 3 } },
      { properties: { claim: { $ref: '#/$defs/Claim' } } },
      teller,
    );
    expect([claimed.chips, claimed.lists.map((list) => list.name)]).toEqual([[], ['Claim']]);
  });

  it('lays choices of two numbers out as a grid', () => {
    const claims = [1, 2, 3].flatMap((count) =>
      [1, 2, 3, 4, 5, 6].map((face): Choice => ({ ...choice(`claim:${count}:${face}`), of: ['count', 'face'] })),
    );
    const grid = gridOf(grouped(claims.slice(4))[0]!);
    expect([grid?.across, grid?.down].map((side) => [side?.of, side?.values])).toEqual([
      ['face', [1, 2, 3, 4, 5, 6]],
      ['count', [1, 2, 3]],
    ]);
    expect([grid?.at(5, 1)?.id, grid?.at(4, 1)?.id]).toEqual(['claim:1:5', undefined]);
    expect(domainOf('face', shapes)).toMatchObject({ is: 'die', sides: 6 });
    expect(gridOf(grouped(claims.slice(0, 6))[0]!)).toBeNull(); // few have room as buttons
    expect(gridOf(grouped(claims.map((claim) => ({ ...claim, of: ['face'] })))[0]!)).toBeNull();
  });

  it('never takes an argument for a thing because the two are equal', () => {
    const claim: Choice = { ...choice('claim:2:3', '2 × 3'), of: ['count', 'face'] };
    expect(
      meaning(
        [claim],
        known({ value: { seat: 0, count: 2, face: 3 }, shape: { $ref: '#/$defs/Claim' } }, teller).handles,
      ),
    ).toEqual([]);
    const keep: Choice = { ...choice('keep:2', 'Keep the die'), of: ['die'] };
    expect(meaning([claim, keep], [by('die', 2)])).toEqual([keep]);
    const walk: Choice = { ...choice('move:2:3'), of: ['x', 'y'] };
    expect(meaning([walk], [[...by('x', 2), ...by('y', 3)]])).toEqual([walk]);
    expect(meaning([walk], [[...by('x', 3), ...by('y', 2)]])).toEqual([]);
    expect(meaning([choice('done')], [[]])).toEqual([]);
  });
});

describe('a battle', () => {
  it('is told fact by fact', () => {
    const told = [
      line({ kind: 'turn_started', field: 'glade' }),
      line({ kind: 'edicts_revealed', edicts: ['gambit', 'ambush'] }),
      line({ kind: 'creature_revealed', seat: 0, creature: 'bard' }),
      line({ kind: 'negated', seat: 1 }),
      line({ kind: 'battle_decided', winner: 0 }, 'Wren wins.'),
      line({ kind: 'points_scored', seat: 0, amount: 4 }),
    ];
    const shown = shownBy(told);
    expect([shown.field, shown.edicts, shown.creatures, shown.negated, shown.banner, shown.points]).toEqual([
      'glade',
      ['gambit', 'ambush'],
      ['bard', null],
      [false, true],
      'Wren wins.',
      [4, null],
    ]);
    expect(told.filter((one) => echoRhythm(one, false)).length).toBe(5);
  });
});

it('addresses', () => {
  expect(parse('#/t/abc/replay?at=3').path).toEqual(['t', 'abc', 'replay']);
  expect(parse('#/t/abc/replay?at=3').query.get('at')).toBe('3');
  expect(parse('').path).toEqual([]);
});
