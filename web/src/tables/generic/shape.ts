/** Sorting a view that nobody described: figures, gauges, lists, the rest. */
import { humanise } from '../../lib/actions';
import { t } from '../../lib/text';

export interface Gauge {
  name: string;
  value: number;
  most: number;
}

export interface Sheet {
  gauges: Gauge[];
  chips: [string, string][];
  lists: [string, unknown[]][];
  rest: [string, unknown][];
}

type Thing = Record<string, unknown>;

const plain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

export function isThing(value: unknown): value is Thing {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function filled(value: unknown): boolean {
  if (value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return isThing(value) ? Object.values(value).some(filled) : true;
}

const flat = (value: unknown): value is Thing => isThing(value) && Object.values(value).every((one) => plain(one) || one === null);
const named = (key: string, value: unknown): Thing => ({ id: key, ...(value as Thing) });

/** Things of one kind side by side, such as three ways to meet a troll: each is a slip of its own. */
function alike(thing: Thing): string[] {
  const kin = Object.keys(thing).filter((name) => flat(thing[name]));
  const shares = (one: string, other: string) => one !== other && Object.keys(thing[one] as Thing).some((key) => key in (thing[other] as Thing));
  return kin.filter((one) => kin.some((other) => shares(one, other)));
}

/** `max_hp` beside `hp` makes a gauge; numbers and words are chips; lists are rows of slips. */
export function shape(thing: Thing, hidden: string[] = []): Sheet {
  const sheet: Sheet = { gauges: [], chips: [], lists: [], rest: [] };
  const kin = alike(thing);
  if (kin.length) sheet.lists.push(['', kin.map((name) => named(name, thing[name]))]);
  for (const [name, value] of Object.entries(thing)) {
    if (hidden.includes(name) || kin.includes(name) || value === null || value === '' || value === false) continue;
    if (/^max_/.test(name) && typeof thing[name.slice(4)] === 'number') continue;
    const most = thing[`max_${name}`];
    if (typeof value === 'number' && typeof most === 'number') sheet.gauges.push({ name: humanise(name), value, most });
    else if (plain(value)) sheet.chips.push([humanise(name), value === true ? t.yes : String(value)]);
    else if (Array.isArray(value)) {
      if (value.length && value.length < 5 && value.every((one) => typeof one === 'number')) sheet.chips.push([humanise(name), value.join(', ')]);
      else if (value.length) sheet.lists.push([humanise(name), value]);
    } else if (isThing(value)) {
      const inner = Object.entries(value);
      if (!inner.length) continue;
      if (flat(value)) {
        sheet.chips.push(...inner.filter(([, one]) => one !== null && one !== false && one !== 0).map(([key, one]): [string, string] => [humanise(key), String(one)]));
      } else if (filled(value)) sheet.rest.push([humanise(name), value]);
    } else sheet.rest.push([humanise(name), value]);
  }
  return sheet;
}

/** The id by which a thing in a list is known: to the content, and to action ids. */
export function handles(item: unknown): { card: string | null; keys: string[] } {
  if (typeof item === 'string') return { card: item, keys: [item] };
  if (typeof item === 'number') return { card: null, keys: [String(item)] };
  if (!isThing(item)) return { card: null, keys: [] };
  const card = [item.card, item.id, item.kind, item.name].find((one) => typeof one === 'string') as string | undefined;
  const keys = [item.uid, item.ref, item.index, item.id, item.card].filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  if (typeof item.x === 'number' && typeof item.y === 'number') keys.push(`${item.x}:${item.y}`);
  return { card: card ?? null, keys };
}

/** Equal plain items together, with how many there are. */
export function counted(items: unknown[]): { item: unknown; count: number }[] {
  const found: { item: unknown; count: number }[] = [];
  for (const item of items) {
    const same = typeof item === 'string' ? found.find((one) => one.item === item) : undefined;
    if (same) same.count += 1;
    else found.push({ item, count: 1 });
  }
  return found;
}
