/** What the referee foresees of a move, for gauges and buttons. */
import type { Change } from '../../lib/protocol';
import type { Foresight } from '../../lib/scene.svelte';
import { t } from '../../lib/text';

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

/** What comes of it, without the magic that it costs. */
export function resultsOf(ahead: Foresight<unknown> | undefined): string {
  const figures = (ahead?.changes ?? []).filter((change) => !change.path.endsWith('.magic'));
  return [
    ...figures.map((change) => `${change.what} ${t.bar.change(String(change.before), String(change.after))}`),
    ...(ahead?.notes ?? []),
  ].join(', ');
}
