/** The battle as it is told: what lies open after so many of its sentences. */
import type { LogLine } from '../../lib/protocol';
import type { Beat, Rhythm } from '../../lib/scene.svelte';

interface Part {
  label: string;
  amount: number;
}

export interface Shown {
  field: string | null;
  edicts: (string | null)[];
  names: (string | null)[];
  creatures: (string | null)[];
  negated: boolean[];
  sums: ({ total: number; parts: Part[] } | null)[];
  banner: string;
  points: (number | null)[];
}

const MS: Record<string, number> = {
  edicts_revealed: 700,
  names_revealed: 600,
  creature_revealed: 500,
  negated: 500,
  multipliers_set: 400,
  strengths_compared: 1100,
  won_instantly: 700,
  wall_tied: 700,
  gambit_broke_tie: 600,
  battle_decided: 900,
  points_scored: 700,
};

/** One beat per fact of the reveal; everything else is told with the beat before. */
export const rhythm: Rhythm = (news) => {
  const beats: Beat[] = [];
  for (const line of news) {
    const ms = MS[String(line.event.kind)];
    const last = beats.at(-1);
    if (ms || !last) beats.push({ ms: ms ?? 150, lines: [line] });
    else last.lines.push(line);
  }
  return beats;
};

/** What a part of a strength is called: the creature's own number, the field's bonus, or the card that gave it. */
export function partName(label: string, creature: string | null, field: string, name: (id: string) => string): string {
  if (label === 'printed') return name(creature ?? '');
  return label === 'bonus' ? name(field) : name(label) || label;
}

/** What the current battle has shown so far, read from the log. */
export function shownBy(lines: LogLine[]): Shown {
  const shown: Shown = {
    field: null,
    edicts: [null, null],
    names: [null, null],
    creatures: [null, null],
    negated: [false, false],
    sums: [null, null],
    banner: '',
    points: [null, null],
  };
  for (const line of lines) {
    const event = line.event;
    const seat = event.seat as number;
    switch (event.kind) {
      case 'turn_started':
        Object.assign(shown, {
          field: event.field,
          edicts: [null, null],
          names: [null, null],
          creatures: [null, null],
          negated: [false, false],
          sums: [null, null],
          banner: '',
          points: [null, null],
        });
        break;
      case 'edicts_revealed':
        shown.edicts = [...event.edicts];
        break;
      case 'names_revealed':
        shown.names = [...event.names];
        break;
      case 'creature_revealed':
        shown.creatures[seat] = event.creature;
        break;
      case 'negated':
        shown.negated[seat] = true;
        break;
      case 'strengths_compared':
        shown.sums = [...event.sides];
        break;
      case 'won_instantly':
      case 'wall_tied':
      case 'gambit_broke_tie':
      case 'battle_decided':
        shown.banner = line.text;
        break;
      case 'points_scored':
        shown.points[seat] = event.amount;
        break;
    }
  }
  return shown;
}
