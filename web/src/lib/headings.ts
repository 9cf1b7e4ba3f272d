/** Under which heading a sentence of the log stands: its round, its battle, or its turn. */
import type { LogLine } from './protocol';
import { t } from './text';

export interface Heading {
  kind: 'opening' | 'round' | 'battle' | 'turn';
  number: number;
  /** of the battlefield; empty elsewhere */
  field: string;
}

type Name = (id: string) => string;

const own = (event: LogLine['event'], name: Name): Heading | null => {
  if (typeof event.round === 'number') return { kind: 'round', number: event.round, field: '' };
  if (typeof event.turn !== 'number' || event.turn < 1) return null;
  const field = typeof event.field === 'string' && event.kind === 'turn_started' ? name(event.field) : '';
  return { kind: field ? 'battle' : 'turn', number: event.turn, field };
};

/** Each line with its heading. What is told before the first turn belongs to none; turns are parts of rounds. */
export function headed(lines: LogLine[], name: Name): { line: LogLine; heading: Heading | null }[] {
  const first = lines.findIndex((line) => line.event.kind === 'turn_started');
  let last: Heading | null = null;
  return lines.map((line, place) => {
    const next = own(line.event, name);
    if (place < first) last = { kind: 'opening', number: 0, field: '' };
    else if (next && !(next.kind === 'turn' && (last?.kind === 'round' || last?.kind === 'battle'))) last = next;
    return { line, heading: last };
  });
}

export const same = (one: Heading | null, other: Heading | null): boolean =>
  one?.kind === other?.kind && one?.number === other?.number;

export function words({ kind, number, field }: Heading): string {
  if (kind === 'opening') return t.ledger.opening;
  if (kind === 'battle') return t.ledger.battleOf(number, field);
  return kind === 'round' ? t.ledger.roundOf(number) : t.ledger.turnOf(number);
}
