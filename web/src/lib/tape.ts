/** What is written on the tape of a replay: where its turns, rounds or battles begin, in the words of the log. */
import { headed, same, words, type Heading } from './headings';
import type { LogLine } from './protocol';
import { t } from './text';

interface Label {
  seq: number;
  brief: string;
  label: string;
  /** what happened there is said to have happened in it */
  name: string;
}

export function labelsOf(lines: LogLine[], name: (id: string) => string): Label[] {
  const found: Label[] = [];
  let last: Heading | null = null;
  for (const { line, heading } of headed(lines, name)) {
    if (line.event.kind !== 'turn_started' || !heading || same(heading, last)) continue;
    last = heading;
    const label = heading.field ? t.replay.battle(heading.number, heading.field) : words(heading);
    found.push({ seq: line.seq, brief: String(heading.number), label, name: heading.field || label });
  }
  return found;
}

const LETTER = 7;
const AFTER_TICK = 7;

/** Words where most of them have room until the next, else numbers, and none on top of another. */
export function fitting(labels: Label[], length: number, width: number): { seq: number; text: string }[] {
  const x = (seq: number) => (length ? (width * seq) / length : 0);
  const fits = ({ seq, label }: Label, place: number) =>
    x(seq) + AFTER_TICK + label.length * LETTER <= x(labels[place + 1]?.seq ?? length);
  const roomy = labels.filter(fits).length > labels.length * 0.6;
  let free = 0;
  return labels.map((one, place) => {
    const { seq, label, brief } = one;
    const left = x(seq) + AFTER_TICK;
    const text = roomy && fits(one, place) ? label : brief;
    const end = left + text.length * LETTER;
    if (left < free || end > width) return { seq, text: '' };
    free = end + AFTER_TICK;
    return { seq, text };
  });
}
