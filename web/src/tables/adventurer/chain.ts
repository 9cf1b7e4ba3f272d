/** What every answer of a chain came to, as far as it has been told. */
import type { LogLine } from '../../lib/protocol';
import type { Told } from '../../lib/story';
import type { Chain } from './view';

/** A figure that changed, and whose: named once, if it is the same again. */
export interface Came {
  whose: string;
  what: string;
}

/** AF-8.1: an Encounter that is an action of a card begins with that action. */
const begins = ({ event: { kind, what } }: LogLine) =>
  /^(card_played|action_performed)$/.test(kind) || (kind === 'encounter_made' && what !== 'action');

/** What opened the chain, and then each link: what was told between it and the next. Nothing if the log says otherwise. */
export function cameTo(lines: LogLine[], { links }: Chain, said: (event: Told) => Came | null): string[] {
  const from = lines.flatMap((line, at) => (begins(line) ? [at] : [])).slice(-links.length - 1);
  const same = links.every((link, place) => lines[from[place + 1] ?? -1]?.event.ref === link.ref);
  if (!same || from.length <= links.length) return [];
  return from.map((at, place) =>
    lines
      .slice(at + 1, from[place + 1])
      .flatMap((line) => said(line.event) ?? [])
      .map(({ whose, what }, at, all) => (all[at - 1]?.whose === whose ? what : `${whose} ${what}`))
      .join(', '),
  );
}
