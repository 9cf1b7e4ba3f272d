import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../src/lib/api';
import { begin, keepPromise, keptOf, openWords, sealOf, setTable, sitDown } from '../src/lib/dice';
import { prove } from '../src/lib/proof';
import type { Seated, TableInfo, Words } from '../src/lib/protocol';
import { sha256, unhex } from '../src/lib/sha256';

const hashed = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const PROMISE = hashed(unhex('00'));
const seat = (more: object = {}) => ({
  seat: 0,
  who: 'person',
  name: 'Wren',
  ready: true,
  seal: '',
  opened: false,
  nonce: '',
  ...more,
});
const table = (more: object = {}): TableInfo =>
  ({ id: 'goose', status: 'open', commitment: PROMISE, yours: [0], seats: [seat()], ...more }) as unknown as TableInfo;

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it('hashes as everybody does, without help', () => {
  for (const length of [0, 1, 3, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    expect(sha256(bytes)).toBe(hashed(bytes));
  }
  expect(sealOf('a goose of my own')).toBe(hashed('innkeeper word:a goose of my own'));
});

describe('before the match', () => {
  it('keeps the first promise, and none that comes too late', () => {
    keepPromise(table({ status: 'playing' }));
    expect(keptOf('goose')).toBeNull();
    keepPromise(table());
    keepPromise(table({ commitment: 'another' }));
    expect(keptOf('goose')?.commitment).toBe(PROMISE);
  });

  it('seals a word for a table to which others come, and opens it only when everybody is bound', async () => {
    const create = vi.spyOn(api, 'create').mockResolvedValue({ table: table(), tokens: [] } as Seated);
    const start = vi.spyOn(api, 'start');
    const open = vi.spyOn(api, 'openWords').mockResolvedValue(table({ status: 'playing' }));
    await setTable({ game: 'echo', seats: [{ who: 'you', name: 'Wren' }, { who: 'open' }] });
    const word = keptOf('goose')?.word ?? '';
    expect(word).toMatch(/^[0-9a-f]{32}$/);
    expect(create.mock.calls[0]?.[0].seats).toEqual([
      { who: 'you', name: 'Wren', seal: sealOf(word) },
      { who: 'open' },
    ]);
    expect(JSON.stringify(create.mock.calls)).not.toContain(word);
    expect(start).not.toHaveBeenCalled();
    await openWords(table());
    await openWords(table({ status: 'dealing', seats: [seat({ seal: sealOf('somebody else') })] }));
    await openWords(table({ status: 'dealing', seats: [seat({ seal: sealOf(word), opened: true })] }));
    expect(open).not.toHaveBeenCalled();
    await openWords(table({ status: 'dealing', seats: [seat({ seal: sealOf(word) })] }));
    expect(open.mock.calls).toEqual([['goose', { words: { '0': word } } satisfies Words]]);
  });

  it('keeps what bound everybody when it opened its word, and nothing that is shown later', async () => {
    vi.spyOn(api, 'sit').mockResolvedValue({ table: table(), tokens: [] } as Seated);
    vi.spyOn(api, 'openWords').mockRejectedValue(new Error('the line is down'));
    await sitDown(table(), { name: 'Wren' });
    const own = sealOf(keptOf('goose')?.word ?? '');
    for (const shown of ['bound', 'bound later'])
      await openWords(
        table({ status: 'dealing', seats: [seat({ seal: own }), seat({ seal: shown }), seat({ nonce: 'bread' })] }),
      ).catch(() => null);
    expect(keptOf('goose')?.bonds).toEqual([
      { seal: own, nonce: '' },
      { seal: 'bound', nonce: '' },
      { seal: '', nonce: 'bread' },
    ]);
    await sitDown(table(), { name: 'Wren' });
    expect(keptOf('goose')?.bonds).toBeUndefined();
  });

  it('says its word in one step where nobody else comes', async () => {
    vi.spyOn(api, 'create').mockResolvedValue({ table: table(), tokens: [] } as Seated);
    const start = vi.spyOn(api, 'start').mockResolvedValue(table({ status: 'playing' }));
    await setTable({ game: 'echo', seats: [{ who: 'you' }, { who: 'bot' }] });
    expect(start.mock.calls).toEqual([['goose', { nonces: { '0': keptOf('goose')?.word } }]]);
    expect(keptOf('goose')?.commitment).toBe(PROMISE);
    expect(keptOf('goose')?.bonds).toEqual([{ seal: '', nonce: '' }]);
  });

  it('sits down once, however often it is told to, and keeps its word when the chair is refused', async () => {
    let answer: (seated: Seated) => void = () => undefined;
    const sit = vi.spyOn(api, 'sit').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const open = vi.spyOn(api, 'openWords').mockResolvedValue(table({ status: 'playing' }));
    const twice = [sitDown(table(), { name: 'Wren' }), sitDown(table(), { name: 'Wren' })];
    const bound = sit.mock.calls[0]?.[1].seal ?? '';
    answer({ table: table({ status: 'dealing', seats: [seat({ seal: bound })] }), tokens: [] });
    await Promise.all(twice);
    expect(sit).toHaveBeenCalledTimes(1);
    expect(open.mock.calls[0]?.[1].words).toEqual({ '0': keptOf('goose')?.word });
    const { at: _, ...before } = keptOf('goose') ?? { at: 0 };
    sit.mockRejectedValueOnce(new Refused(409, { reason: 'you have left that seat', clause: null, legal: [] }));
    await expect(sitDown(table(), { name: 'Wren' })).rejects.toThrow('left');
    expect(keptOf('goose')).toMatchObject(before);
    expect(sealOf(keptOf('goose')?.word ?? '')).toBe(bound);
  });

  it('has a new word whenever it sits down', async () => {
    const sit = vi.spyOn(api, 'sit').mockResolvedValue({ table: table(), tokens: [] } as Seated);
    await sitDown(table(), { name: 'Wren' });
    const first = keptOf('goose')?.word;
    await sitDown(table(), { name: 'Wren' });
    expect(keptOf('goose')?.word).not.toBe(first);
    expect(sit.mock.calls.map(([, body]) => body.seal)).toEqual([
      sealOf(first ?? ''),
      sealOf(keptOf('goose')?.word ?? ''),
    ]);
    const start = vi.spyOn(api, 'start').mockResolvedValue(table({ status: 'playing' }));
    await begin(table());
    expect(start.mock.calls).toEqual([['goose', {}]]);
  });
});

describe('the proof of the dice', () => {
  const bonds = [
    { seal: sealOf('soup'), nonce: '' },
    { seal: sealOf('bread'), nonce: '' },
    { seal: '', nonce: 'cheese' },
  ];
  const chance = {
    seed: '00',
    commitment: PROMISE,
    nonces: ['soup', 'bread', 'cheese'],
    seals: bonds.map(({ seal }) => seal),
  };
  const kept = { commitment: PROMISE, word: 'soup', sealed: true, bonds, at: 0 };

  it('holds against the promise that was kept', () => {
    expect(prove({ chance }, kept)).toEqual({
      promise: 'kept',
      own: 'in',
      bound: 'kept',
      seals: true,
      words: 'soup, bread, cheese',
    });
  });

  it('notices a server that has another promise afterwards', () => {
    const swapped = { ...chance, seed: '01', commitment: hashed(unhex('01')) };
    expect(prove({ chance: swapped }, kept).promise).toBe('broken');
    expect(prove({ chance: { ...chance, seed: '01' } }, null).promise).toBe('broken');
  });

  it('notices a word that was left out, and one that does not fit its seal', () => {
    expect(prove({ chance: { ...chance, nonces: ['', '', ''], seals: undefined } }, kept).own).toBe('missing');
    expect(prove({ chance: { ...chance, nonces: ['bread', 'bread', 'cheese'] } }, null).seals).toBe(false);
  });

  it('notices a word that was chosen after its own was opened, though it fits the seal that is told now', () => {
    const chosen = (word: string, seal: string) => ({
      ...chance,
      nonces: ['soup', word, 'cheese'],
      seals: [sealOf('soup'), seal, ''],
    });
    expect(prove({ chance: chosen('suits better', sealOf('suits better')) }, kept)).toMatchObject({
      seals: true,
      bound: 'broken',
    });
    expect(prove({ chance: chosen('suits better', '') }, kept).bound).toBe('broken');
    expect(prove({ chance: chosen('', '') }, kept).bound).toBe('broken');
    expect(prove({ chance: { ...chance, nonces: ['soup', 'bread', 'suits better'] } }, kept).bound).toBe('broken');
  });

  it('notices a word that a bot has, where the own one was said openly', () => {
    const alone = {
      ...kept,
      sealed: false,
      bonds: [
        { seal: '', nonce: '' },
        { seal: '', nonce: '' },
      ],
    };
    const said = (nonces: string[]) => ({ chance: { seed: '00', commitment: PROMISE, nonces } });
    expect(prove(said(['soup', '']), alone).bound).toBe('kept');
    expect(prove(said(['soup', 'suits better']), alone).bound).toBe('broken');
  });

  it('says when there is nothing to compare with', () => {
    expect(prove({ chance }, null)).toEqual({
      promise: 'none',
      own: 'none',
      bound: 'none',
      seals: true,
      words: 'soup, bread, cheese',
    });
    expect(prove({ chance }, { ...kept, bonds: undefined }).bound).toBe('none');
  });
});
