/** Offered actions, sorted for people. Nothing here knows a rule: it only reads ids and labels. */
import type { Choice } from './protocol';

export interface Group {
  verb: string;
  title: string;
  choices: Choice[];
  /** the last argument is a number that runs without gaps: a stepper will do */
  numbers: number[] | null;
}

const words = (id: string) => id.split(':');

function verbOf(id: string): string {
  return words(id)[0] ?? id;
}

/** The beginning that all labels share, up to a whole word. */
export function commonStart(labels: string[]): string {
  const [first = '', ...rest] = labels;
  let end = first.length;
  for (const label of rest) {
    while (end > 0 && label.slice(0, end) !== first.slice(0, end)) end -= 1;
  }
  if (labels.length > 1 && end < first.length && !/\s/.test(first.charAt(end))) {
    end = first.slice(0, end).lastIndexOf(' ') + 1;
  }
  return first.slice(0, end).replace(/[\s(,:+-]+$/, '');
}

/** A reason as it stands on the card that it speaks of: without the card's name. */
export function onCard(reason: string, name: string): string {
  const rest = name && reason.startsWith(`${name} `) ? reason.slice(name.length + 1) : reason;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export function humanise(id: string): string {
  const text = id.replace(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function steps(choices: Choice[]): number[] | null {
  if (choices.length < 5) return null;
  const numbers = choices.map((choice) => {
    const last = words(choice.id).at(-1) ?? '';
    return /^\d+$/.test(last) ? Number(last) : NaN;
  });
  const heads = new Set(choices.map((choice) => words(choice.id).slice(0, -1).join(':')));
  const even = numbers.every((number, place) => place === 0 || number === (numbers[place - 1] ?? NaN) + 1);
  return heads.size === 1 && even ? numbers : null;
}

/** Grouped by verb, in the order in which they are offered. */
export function grouped(choices: Choice[]): Group[] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const verb = verbOf(choice.id);
    found.set(verb, [...(found.get(verb) ?? []), choice]);
  }
  return [...found].map(([verb, members]) => ({
    verb,
    title: commonStart(members.map((choice) => choice.label)) || humanise(verb),
    choices: members,
    numbers: steps(members),
  }));
}

/** What the arguments of an action are, and their values. */
function argumentsOf(choice: Choice): { of: string; value: string }[] {
  const given = words(choice.id);
  return choice.of.map((of, place) => ({ of, value: given[given.length - choice.of.length + place] ?? '' }));
}

/** Many choices of two numbers each, drawn as a grid: the second goes across if it has room there. */
export interface Grid {
  verb: string;
  title: string;
  across: { of: string; values: number[] };
  down: { of: string; values: number[] };
  at: (across: number, down: number) => Choice | undefined;
}

const FEW = 6; // choices that have room as buttons
const WIDE = 8; // columns that have room on a phone

export function gridOf({ verb, title, choices }: Group): Grid | null {
  const given = choices.map(argumentsOf);
  const [one, two] = given[0] ?? [];
  if (choices.length <= FEW || !one || !two || one.of === two.of) return null;
  if (!given.every((parts) => parts.length === 2 && parts.every((part) => /^\d+$/.test(part.value)))) return null;
  const side = (place: number, of: string) => ({
    place,
    of,
    values: [...new Set(given.map((parts) => Number(parts[place]?.value)))].sort((a, b) => a - b),
  });
  const [first, second] = [side(0, one.of), side(1, two.of)];
  const [across, down] = second.values.length <= WIDE ? [second, first] : [first, second];
  if (across.values.length > WIDE) return null;
  const found = new Map(
    choices.map((choice, at) => [`${given[at]?.[across.place]?.value} ${given[at]?.[down.place]?.value}`, choice]),
  );
  return { verb, title, across, down, at: (x, y) => found.get(`${x} ${y}`) };
}

/** How actions mean a thing on the table: by all of these, each with the domains it may be of. */
export type Handle = { of: readonly string[]; value: string | number }[];

/** A thing that one argument is enough to mean. */
export const by = (of: string, value: string | number): Handle => [{ of: [of], value }];

/** The offered actions that mean a thing. That two values are equal is not enough: they must be of one domain. */
export function meaning(choices: Choice[], handles: Handle[]): Choice[] {
  return choices.filter((choice) => {
    const given = argumentsOf(choice);
    const names = (part: Handle[number]) =>
      given.some(({ of, value }) => part.of.includes(of) && value === String(part.value));
    return handles.some((handle) => handle.length > 0 && handle.every(names));
  });
}

export function filtered(choices: Choice[], typed: string): Choice[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => parts.every((part) => choice.label.toLowerCase().includes(part)));
}
