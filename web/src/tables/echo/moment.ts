/** The battle that a step of a replay is about, read from the log alone. */
import type { LogLine } from '../../lib/protocol';
import { shownBy, type Shown } from './reveal';

interface Laid {
  /** null: face down for these eyes */
  creatures: string[] | null;
  edict: string | null;
}

export interface Battle {
  turn: number;
  decided: boolean;
  shown: Shown;
  laid: (Laid | null)[];
  /** the echoes each side brought into it */
  statuses: string[][];
  /** the sentence that says why it ended as it did */
  verdict: string;
  /** what this step told besides, the weightiest first */
  told: string[];
}

const told = (lines: LogLine[], ...kinds: string[]) =>
  lines.filter((line) => kinds.includes(line.event.kind)).map((line) => line.text);
const decides = (line: LogLine) => line.event.kind === 'battle_decided';

/** A step that decides a battle shows that battle, although the next field is already open. */
export function battleAt(lines: LogLine[], at: number): Battle {
  const battles: LogLine[][] = [[]];
  for (const line of lines.filter((line) => line.seq <= at)) {
    if (line.event.kind === 'turn_started') battles.push([]);
    battles.at(-1)?.push(line);
  }
  const own = battles.find((battle) => battle.some((line) => decides(line) && line.seq === at)) ?? battles.at(-1) ?? [];
  const decided = own.some(decides);
  const opening = own[0]?.event;
  const laid: (Laid | null)[] = [null, null];
  for (const { event } of own)
    if (event.kind === 'committed')
      laid[event.seat] = { creatures: event.creatures ?? null, edict: event.edict ?? null };
  const sentence = told(own, 'battle_decided');
  const verdict = [...sentence, ...told(own, 'won_instantly', 'wall_tied', 'gambit_broke_tie')].at(-1) ?? '';
  const result = [...sentence, ...told(own, 'points_scored', 'monarch_conceded')];
  return {
    turn: opening?.turn ?? 1,
    decided,
    shown: shownBy(own),
    laid,
    statuses: opening?.statuses ?? [[], []],
    verdict,
    told: decided
      ? result.filter((text) => text !== verdict)
      : own.filter((line) => line.seq === at).map((line) => line.text),
  };
}
