// Written by web/tools/view_types.py from innkeeper.games.magicduel.view_types. Do not edit.

import type { Result, TableView } from '../../lib/views';

/** Ranges, defaults and meaning of every house rule. */
export interface Options {
  preset: string;
  max_hp: number;
  moves_per_turn: number;
  first_turn_moves: number;
  first_player: "coin" | "seat0" | "seat1";
  starting_magic: number;
  second_magic: number;
  distinct_moves: boolean;
  heal_limit: number;
  shield_max_cast: number;
  shield_cap: number;
  shield_armour: boolean;
  magic_cap: number;
  burn_mode: "on_hit" | "tick";
  burn_cap: number;
  burn_fade: number;
  bubble_fuse: number;
  bubble_final_drip: boolean;
  summoning_sickness: boolean;
  attack_minions: boolean;
  shield_move: boolean;
  fiery_shield: boolean;
  storm_round: number;
  round_limit: number;
  limit_result: "higher_hp" | "tie";
  repetition_limit: 0 | 2 | 3 | 4 | 5;
}

/** One seat. */
export interface Duelist {
  seat: number;
  hp: number;
  max_hp: number;
  magic: number;
  burn: number;
  shield: number;
  minions: Minion[];
}

/** A minion on the table. `attack` and `burn` are 0 for those that do not attack. */
export interface Minion {
  uid: number;
  kind: string;
  hp: number;
  attack: number;
  burn: number;
  age: number;
  bursts_in: number | null;
  ready: boolean;
}

/** What both share. `specter`: the one to be aimed; `used`: the kinds of move of this turn, in order. */
export interface Table {
  round: number;
  first: number;
  moves_left: number;
  used: string[];
  heals_used: number;
  specter: number | null;
  storm_next: number;
  rounds_left: number;
  repeats: number;
  options: Options;
  result: Result | null;
}

export type View = TableView<Duelist, Table>;
