/** What is written on the tape of a replay: where its turns, rounds or battles begin, in the words of the log. */
import type { LogLine } from './protocol';
import { t } from './text';

export interface Heading {
  seq: number;
  brief: string;
  label: string;
  /** what happened there is said to have happened in it */
  name: string;
}

export function headingsOf(lines: LogLine[], name: (id: string) => string): Heading[] {
  const found: Heading[] = [];
  for (const { seq, event } of lines) {
    if (event.kind !== 'turn_started') continue;
    const round = typeof event.round === 'number' ? t.ledger.roundOf(event.round) : null;
    const field = typeof event.field === 'string' ? name(event.field) : '';
    const number = String(event.round ?? event.turn);
    const label = round ?? (field ? t.replay.battle(event.turn, field) : t.ledger.turnOf(event.turn));
    if (label !== found.at(-1)?.label) found.push({ seq, brief: number, label, name: field || label });
  }
  return found;
}

const LETTER = 7;
const AFTER_TICK = 7;

/** Words where most of them have room until the next, else numbers, and none on top of another. */
export function fitting(headings: Heading[], length: number, width: number): { seq: number; text: string }[] {
  const x = (seq: number) => (length ? (width * seq) / length : 0);
  const fits = ({ seq, label }: Heading, place: number) => x(seq) + AFTER_TICK + label.length * LETTER <= x(headings[place + 1]?.seq ?? length);
  const words = headings.filter(fits).length > headings.length * 0.6;
  let free = 0;
  return headings.map((heading, place) => {
    const { seq, label, brief } = heading;
    const left = x(seq) + AFTER_TICK;
    const text = words && fits(heading, place) ? label : brief;
    const end = left + text.length * LETTER;
    if (left < free || end > width) return { seq, text: '' };
    free = end + AFTER_TICK;
    return { seq, text };
  });
}
