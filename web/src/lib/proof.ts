/** The browser's own part of checking the dice: is the opened seed the one that was promised to it? */
import { sealOf, type Bond, type Kept } from './dice';
import { sha256, unhex } from './sha256';

export interface Proof {
  /** Is it the promise that this browser kept from before the match? It may have kept none. */
  promise: 'kept' | 'none' | 'broken';
  /** Is the word of this browser among those that were opened? */
  own: 'in' | 'none' | 'missing';
  /** Is every other word bound by what this browser was shown before it told its own? It may have kept nothing. */
  bound: 'kept' | 'none' | 'broken';
  /** Does every word fit the seal that is told with it? */
  seals: boolean;
  words: string;
}

export function prove(record: Record<string, unknown>, kept: Kept | null): Proof {
  const chance = (record.chance ?? {}) as { seed?: string; commitment?: string; nonces?: string[]; seals?: string[] };
  const nonces = chance.nonces ?? [];
  const seals = chance.seals ?? [];
  const opened = sha256(unhex(chance.seed ?? ''));
  const broken = opened !== chance.commitment || (kept !== null && kept.commitment !== opened);
  return {
    promise: broken ? 'broken' : kept ? 'kept' : 'none',
    own: !kept?.word ? 'none' : nonces.includes(kept.word) ? 'in' : 'missing',
    bound: boundBy(kept, nonces, seals),
    seals: seals.every((seal, seat) => !seal || seal === sealOf(nonces[seat] ?? '')),
    words: nonces.filter(Boolean).join(', '),
  };
}

function boundBy(kept: Kept | null, nonces: string[], seals: string[]): Proof['bound'] {
  const bonds = kept?.bonds;
  if (!bonds) return 'none';
  const holds = (nonce: string, { seal, nonce: said }: Bond, now: string): boolean =>
    nonce === kept.word || (now === seal && (seal !== '' || nonce === said));
  const all =
    bonds.length === nonces.length &&
    nonces.every((nonce, seat) => holds(nonce, bonds[seat] as Bond, seals[seat] ?? ''));
  return all ? 'kept' : 'broken';
}
