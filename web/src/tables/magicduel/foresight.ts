/** What the referee foresees of a move, for gauges and buttons. */
import type { Change } from '../../lib/protocol';
import type { Foresight } from '../../lib/scene.svelte';
import { t } from '../../lib/text';
import { words } from './text';

/** The figures of one seat that will be others, by field. */
export function nextOf(changes: Change[], seat: number): Partial<Record<string, [number, number]>> {
  const found = changes.flatMap((change) => {
    const [, at, field = '', ...deeper] = change.path.split('.');
    return Number(at) === seat && !deeper.length
      ? [[field, [change.before, change.after] as [number, number]] as const]
      : [];
  });
  return Object.fromEntries(found);
}

/** The same of whoever decides, with the burn that goes out: of that the referee says so in a note. */
export function ownNext(ahead: Foresight<unknown> | undefined, seat: number, burn: number): ReturnType<typeof nextOf> {
  const next = nextOf(ahead?.changes ?? [], seat);
  return ahead?.notes.includes(words.goesOut(burn)) ? { ...next, burn: [burn, 0] } : next;
}

/** What comes of it, without the magic that it costs. */
export function resultsOf(ahead: Foresight<unknown> | undefined): string {
  const figures = (ahead?.changes ?? []).filter((change) => !change.path.endsWith('.magic'));
  return [
    ...figures.map((change) => `${change.what} ${t.bar.change(String(change.before), String(change.after))}`),
    ...(ahead?.notes ?? []),
  ].join(', ');
}
