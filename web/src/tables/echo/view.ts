// Written by web/tools/view_types.py from innkeeper.games.echo.view_types. Do not edit.

import type { TableView } from '../../lib/views';

/** Ranges, defaults and meaning of every house rule. */
export interface Options {
  preset: string;
  fields: "custom" | "standard" | "wild";
  field_list: string[] | null;
  guess_pool: "living" | "unseen";
  guess_reveal: "early" | "late";
  value_floor: "field" | "none" | "total";
  tiebreak: "last-win" | "none";
}

/** One seat. `hand`, `pending`, `unseen` and `deduced_overseer` are null to others while it matters. */
export interface Ruler {
  seat: number;
  score: number;
  hand_count: number;
  hand: string[] | null;
  edicts: string[];
  spent: string[];
  statuses: string[];
  commits: number;
  committed: boolean;
  pending: Pending | null;
  edict: string | null;
  named: string | null;
  creature: string | null;
  unseen_count: number;
  unseen: string[] | null;
  deduced_overseer: string | null;
}

/** What a seat itself has face down or written down this turn. */
export interface Pending {
  creatures: string[];
  edict: string | null;
  name: string | null;
  returned: string | null;
}

/** What both share. `overseer` lies open only at the end. */
export interface Table {
  fields: Field[];
  field_index: number;
  graveyard: string[];
  overseer: string | null;
  options: Options;
  history: Battle[];
  result: Scored | null;
}

/** A battlefield, what it is worth, and who is at home there. */
export interface Field {
  id: string;
  reward: number;
  bonus: string[];
}

/** A battle that is over. `points` by seat. */
export interface Battle {
  turn: number;
  field: string;
  plays: Play[];
  winner: number | null;
  how: string;
  value: number | null;
  points: number[];
}

/** One side of a battle. `strength` is null where strengths were not compared. */
export interface Play {
  seat: number;
  creature: string | null;
  edict: string | null;
  named: string | null;
  strength: number | null;
  multiplier: number;
  bonus: boolean;
  negated: boolean;
}

/** How the match ended, with the scores by seat. */
export interface Scored {
  winners: number[];
  draw: boolean;
  reason: string;
  clause: string;
  places: number[];
  scores: number[];
}

export type View = TableView<Ruler, Table>;
