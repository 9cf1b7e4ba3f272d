/** The battle as it is told: what lies open after so many of its sentences. */
import type { LogLine } from '../../lib/protocol';

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
