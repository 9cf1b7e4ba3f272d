/** Sorting a view by what its game says its fields are: gauges, chips, dice, rows of slips, the rest. */
import { humanise, type Handle } from '../../lib/actions';
import type { Scene } from '../../lib/scene.svelte';
import { t } from '../../lib/text';
import type { Shape } from '../../lib/views';

type Thing = Record<string, unknown>;

/** Whose names and words a view is told in. */
export interface Teller {
  shapes: Record<string, Shape>;
  player: (seat: number) => string;
  card: (id: string) => string;
  word: (id: string) => string;
}

export interface Gauge {
  name: string;
  value: number;
  most: number;
}

/** Something in a list, and what it is. */
export interface Item {
  value: unknown;
  shape: Shape;
  title?: string;
}

export interface Sheet {
  gauges: Gauge[];
  chips: [string, string][];
  dice: { name: string; sides: number; value: number }[];
  /** dice under a cup, which is open to those who may see them */
  cups: { name: string; count: number; open: boolean }[];
  lists: { name: string; items: Item[] }[];
  rest: { name: string; thing: Thing; shape: Shape }[];
}

export function tellerOf(scene: Scene): Teller {
  const { book } = scene;
  return {
    shapes: (book.info?.schema.$defs ?? {}) as Record<string, Shape>,
    player: (seat) => scene.name(seat),
    card: (id) => book.name(id) || humanise(id),
    word: (id) => book.word(id),
  };
}

export function isThing(value: unknown): value is Thing {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** What a field is, without its null and by what it refers to. */
export function resolved(shape: Shape | undefined, shapes: Record<string, Shape>): Shape {
  const [only = {}] = (shape?.anyOf ?? [shape ?? {}]).filter((part) => part.type !== 'null');
  return only.$ref ? (shapes[only.$ref.split('/').at(-1) ?? ''] ?? {}) : only;
}

const plain = (value: unknown) => value === null || typeof value !== 'object';
const flat = (value: unknown): value is Thing => isThing(value) && Object.values(value).every(plain);
const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(empty));

/** A value in words. */
export function spell(value: unknown, of: Shape, teller: Teller): string {
  const shape = resolved(of, teller.shapes);
  if (value === true) return t.yes;
  if (Array.isArray(value)) return value.map((one) => spell(one, shape.items ?? {}, teller)).join(', ');
  if (isThing(value)) {
    const told = Object.entries(value).filter(([, one]) => !empty(one));
    return told.map(([name, one]) => `${teller.word(name)} ${spell(one, fieldOf(shape, name), teller)}`).join(', ');
  }
  if (shape.is === 'seat') return teller.player(Number(value));
  if (shape.is === 'card') return teller.card(String(value));
  if (shape.is === 'word') return teller.word(String(value));
  if (shape.is === 'chance') return t.percent(Number(value));
  return String(value);
}

const fieldOf = (shape: Shape, name: string): Shape => shape.properties?.[name] ?? shape.additionalProperties ?? {};
const label = (name: string, teller: Teller) => humanise(teller.word(name));

/** Fields of one kind side by side, such as three ways to meet a troll: each is a slip of its own. */
function alike(thing: Thing, shape: Shape): string[] {
  const kind = (name: string) =>
    [fieldOf(shape, name), ...(fieldOf(shape, name).anyOf ?? [])].find((part) => part.$ref)?.$ref;
  const names = Object.keys(thing).filter((name) => kind(name) && isThing(thing[name]));
  return names.filter((one) => names.some((other) => one !== other && kind(one) === kind(other)));
}

/** The field that says whose a small thing with dice is, such as a claim or an opened cup. */
export function ownerOf(thing: Thing, of: Shape, teller: Teller): string | null {
  const fields = Object.keys(thing).map(
    (name) => [name, resolved(fieldOf(resolved(of, teller.shapes), name), teller.shapes)] as const,
  );
  const dice = fields.some(([, field]) => field.is === 'die' || resolved(field.items, teller.shapes).is === 'die');
  return dice && Object.values(thing).every((one) => plain(one) || Array.isArray(one))
    ? (fields.find(([, field]) => field.is === 'seat')?.[0] ?? null)
    : null;
}

function sidesOf(shape: Shape, thing: Thing): number {
  return shape.sides ?? Number(/d(\d+)/.exec(String(thing[shape.by ?? ''] ?? ''))?.[1] ?? 0);
}

export function sorted(thing: Thing, of: Shape, teller: Teller, hidden: string[] = []): Sheet {
  const shape = resolved(of, teller.shapes);
  const sheet: Sheet = { gauges: [], chips: [], dice: [], cups: [], lists: [], rest: [] };
  const kin = alike(thing, shape);
  if (kin.length)
    sheet.lists.push({
      name: '',
      items: kin.map((name) => ({ value: thing[name], shape: fieldOf(shape, name), title: label(name, teller) })),
    });
  const fields = Object.keys(thing).map((name) => [name, resolved(fieldOf(shape, name), teller.shapes)] as const);
  const limits = fields.map(([, field]) => field.most);
  for (const [name, field] of fields) {
    const value = thing[name];
    if (hidden.includes(name) || kin.includes(name) || limits.includes(name) || empty(value)) continue;
    sort(sheet, label(name, teller), value, field, thing, teller);
  }
  return sheet;
}

function sort(sheet: Sheet, name: string, value: unknown, field: Shape, thing: Thing, teller: Teller): void {
  const most = field.most ? thing[field.most] : undefined;
  const inner = resolved(field.items, teller.shapes);
  if (typeof value === 'number' && typeof most === 'number') sheet.gauges.push({ name, value, most });
  else if (field.is === 'count' && field.sides)
    sheet.cups.push({ name, count: Number(value), open: !empty(thing[field.by ?? ''] ?? null) });
  else if (field.is === 'die' && sidesOf(field, thing))
    sheet.dice.push({ name, sides: sidesOf(field, thing), value: Number(value) });
  else if (field.is === 'card') sheet.lists.push({ name, items: [{ value, shape: field }] });
  else if (plain(value)) sheet.chips.push([name, spell(value, field, teller)]);
  else if (Array.isArray(value)) {
    if (inner.is === 'die' && sidesOf(inner, thing))
      for (const one of value) sheet.dice.push({ name, sides: sidesOf(inner, thing), value: Number(one) });
    else if (inner.is === 'card' || inner.is === 'thing' || value.some(isThing))
      sheet.lists.push({
        name,
        items: value.filter((one) => one !== null).map((one) => ({ value: one, shape: inner })),
      });
    else sheet.chips.push([name, spell(value, field, teller)]);
  } else if (isThing(value) && ownerOf(value, field, teller))
    sheet.lists.push({ name, items: [{ value, shape: field }] });
  else if (flat(value) && !Object.values(field.properties ?? {}).some((part) => part.is === 'card')) {
    const told = Object.entries(value).filter(([, one]) => !empty(one) && one !== 0);
    sheet.chips.push(
      ...told.map(([key, one]): [string, string] => [label(key, teller), spell(one, fieldOf(field, key), teller)]),
    );
  } else sheet.rest.push({ name, thing: value as Thing, shape: field });
}

/** The card that a thing in a list is, and how actions mean it: by its number or place, else by its card. */
export function known({ value, shape: of }: Item, teller: Teller): { card: string | null; handles: Handle[] } {
  const shape = resolved(of, teller.shapes);
  const part = (field: Shape, one: unknown) => ({ of: field.of ?? [], value: one as string | number });
  if (!isThing(value)) {
    const meant = shape.is === 'card' || shape.is === 'thing' ? [[part(shape, value)]] : [];
    return { card: shape.is === 'card' ? String(value) : null, handles: meant };
  }
  const fields = Object.entries(value).map(
    ([name, one]) => [resolved(fieldOf(shape, name), teller.shapes), one] as const,
  );
  const those = (is: Shape['is']) =>
    fields.filter(([field, one]) => field.is === is && !empty(one)).map(([field, one]) => part(field, one));
  const [card] = those('card');
  const place = those('place');
  const things = those('thing');
  const handles = things.length ? things.map((one) => [one]) : place.length ? [place] : card ? [[card]] : [];
  return { card: card ? String(card.value) : null, handles };
}

/** What arguments of a domain are, wherever the view has one: a face of a die, a seat. */
export function domainOf(of: string, shapes: Record<string, Shape>): Shape {
  const fields = Object.values(shapes).flatMap((shape) => Object.values(shape.properties ?? {}));
  const parts = fields.flatMap((field) => [field, field.items ?? {}, ...(field.anyOf ?? [])]);
  return parts.find((part) => part.of?.includes(of)) ?? {};
}

/** Equal plain items together, with how many there are. */
export function counted<T>(items: T[], value: (item: T) => unknown = (item) => item): { item: T; count: number }[] {
  const found: { item: T; count: number }[] = [];
  for (const item of items) {
    const same = typeof value(item) === 'string' ? found.find((one) => value(one.item) === value(item)) : undefined;
    if (same) same.count += 1;
    else found.push({ item, count: 1 });
  }
  return found;
}
