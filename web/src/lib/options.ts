/** A form from a schema: which control fits an option, and whether a value is allowed. */
import { humanise } from './actions';
import type { Book } from './book.svelte';
import type { GameInfo, OptionInfo } from './protocol';
import { t } from './text';

type Control =
  | { kind: 'peg' }
  | { kind: 'number'; least: number | null; most: number | null }
  | { kind: 'choice'; values: (string | number | null)[] }
  | { kind: 'text' }
  /** entries of one kind of the content: one, or so many in order */
  | { kind: 'content'; of: string; count: number }
  | { kind: 'json' };

type Schema = Record<string, unknown>;

export function controlOf(option: OptionInfo): Control {
  const schema = option.json_schema as Schema;
  if (typeof schema.content === 'string')
    return { kind: 'content', of: schema.content, count: typeof schema.count === 'number' ? schema.count : 1 };
  return control(schema);
}

function control(schema: Schema): Control {
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum as (string | number)[] };
  if (Array.isArray(schema.anyOf)) {
    const parts = schema.anyOf as Schema[];
    const solid = parts.filter((part) => part.type !== 'null');
    if (solid.length === 1 && solid[0]) {
      const inner = control(solid[0]);
      if (inner.kind === 'choice') return { kind: 'choice', values: [null, ...inner.values] };
    }
    if (solid.every((part) => Array.isArray(part.enum)))
      return { kind: 'choice', values: solid.flatMap((part) => part.enum as string[]) };
    return { kind: 'json' };
  }
  switch (schema.type) {
    case 'boolean':
      return { kind: 'peg' };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        least: typeof schema.minimum === 'number' ? schema.minimum : null,
        most: typeof schema.maximum === 'number' ? schema.maximum : null,
      };
    case 'string':
      return { kind: 'text' };
    default:
      return { kind: 'json' };
  }
}

/** The options that are one seat's own to choose, by what is brought: `deck` is `deck_1` at seat 1. */
export function broughtTo(options: OptionInfo[], seat: number): { what: string; option: OptionInfo; of: string }[] {
  return options.flatMap((option) => {
    const schema = option.json_schema as Schema;
    return schema.seat === seat && typeof schema.content === 'string'
      ? [{ what: option.name.replace(/_\d+$/, ''), option, of: schema.content }]
      : [];
  });
}

/** The house rules alone, without what seats bring. */
export function ruling(options: OptionInfo[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    options
      .filter((option) => (option.json_schema as Schema).seat === undefined && option.name in values)
      .map((option) => [option.name, values[option.name]]),
  );
}

/** The house rules that differ from those of the preset they began with. */
export function changesOf(info: GameInfo, options: Record<string, unknown>): [string, unknown][] {
  const preset = info.presets.find((one) => one.id === options.preset);
  return Object.entries(ruling(info.options, options)).filter(([name, value]) => {
    const usual = preset?.overrides[name] ?? info.options.find((one) => one.name === name)?.default;
    return JSON.stringify(value) !== JSON.stringify(usual);
  });
}

export function allowed(shape: Control, value: unknown): boolean {
  if (shape.kind === 'number') {
    return (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      (shape.least === null || value >= shape.least) &&
      (shape.most === null || value <= shape.most)
    );
  }
  if (shape.kind === 'content' && Array.isArray(value)) return value.length === shape.count && !value.includes('');
  if (shape.kind === 'choice') return shape.values.includes(value as string);
  return true;
}

/** What holds under a preset before anything is changed. */
export function baseOf(info: GameInfo, preset: string): Record<string, unknown> {
  return {
    ...Object.fromEntries(info.options.map((option) => [option.name, option.default])),
    ...(info.presets.find((one) => one.id === preset)?.overrides ?? {}),
  };
}

/** The house rules whose values cannot be. */
export function notAllowed(info: GameInfo, preset: string, changes: Record<string, unknown>): OptionInfo[] {
  const values = { ...baseOf(info, preset), ...changes };
  return info.options.filter((option) => !allowed(controlOf(option), values[option.name]));
}

/** What a house rule is called. */
export function ruleOf(book: Book | null, name: string): string {
  return humanise(book?.info?.phrases.rules[name] ?? name);
}

/** What it is set to, in the game's words where it has some. */
export function answerOf(book: Book | null, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => answerOf(book, name, one)).join(', ');
  const own = book?.info?.phrases.answers[name]?.[String(value)];
  const shape = book?.info?.options.find((option) => option.name === name)?.json_schema as Schema | undefined;
  const card = typeof value === 'string' && shape?.content ? book?.name(value) : '';
  return own || card || spell(value);
}

export function spell(value: unknown): string {
  if (value === true) return t.table.on;
  if (value === false) return t.table.off;
  if (value === null || value === undefined) return t.none;
  if (Array.isArray(value)) return value.map(spell).join(', ');
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(/[-_]/g, ' ');
}
