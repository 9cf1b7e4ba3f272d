// Written by web/tools/view_types.py from innkeeper.games.mazerunner.view_types. Do not edit.

import type { TableView } from '../../lib/views';

/** Ranges, defaults and meaning of every house rule. */
export interface Options {
  preset: string;
  map_goal: number;
  start_hp: number;
  overheal: boolean;
  heal_per_pip: number;
  grid_size: number;
  shift_distance: number;
  tie_rule: "kill" | "repel" | "trade";
  wounds_stay: boolean;
  monsters_follow: boolean;
  portals_stay: boolean;
  retreat_ends_turn: boolean;
  shop_choice: "any" | "either";
  finish_round: boolean;
  late_kit: boolean;
  last_standing: "continues" | "wins";
  map_supply: number;
  round_limit: number;
  dice_stages: "one" | "two";
  encounter_die: "five" | "twelve";
}

/** One seat. */
export interface Runner {
  seat: number;
  hp: number;
  max_hp: number;
  resources: Bundle;
  map_pieces: number;
  items: string[];
  alive: boolean;
  out_reason: string | null;
}

/** Resources of the three kinds. */
export interface Bundle {
  twine: number;
  chalk: number;
  oil: number;
}

/** What all share. `portals` are pairs of places, each [x, y, x, y]; `map_supply` is null if unlimited. */
export interface Table {
  round: number;
  first_seat: number;
  options: Options;
  grid_size: number;
  base: number[];
  blocks: Block[];
  monsters: Monster[];
  portals: number[][];
  shop: (string | null)[];
  runner: Run;
  decks: Decks;
  discards: Discards;
  map_supply: number | null;
  result: Raced | null;
}

/** A block of the maze that has been seen. */
export interface Block {
  x: number;
  y: number;
  card: string;
  open: string[];
}

/** How many cards each deck has left. */
export interface Decks {
  maze: number;
  monster: number;
  item: number;
  chance: number;
  resource: number;
}

/** What lies face up beside the decks, oldest first. */
export interface Discards {
  monster: string[];
  item: string[];
  chance: string[];
  resource: string[];
}

/** A monster in the maze. */
export interface Monster {
  x: number;
  y: number;
  card: string;
  health: number;
  hunting: boolean;
}

/** How the race ended. `medal` after a solo win. */
export interface Raced {
  winners: number[];
  draw: boolean;
  reason: string;
  clause: string;
  places: number[];
  medal: string | null;
}

export interface Run {
  seat: number;
  mode: string | null;
  x: number;
  y: number;
  in_base: boolean;
  half_steps: number;
  strolls: number;
  power: number | null;
  yield: Bundle | null;
  dice: PoolDie[];
  bonus_dice: BonusDie[];
  rolls: number;
  chase: number;
  fallback: number[] | null;
  fight_bonus: number;
}

/** A die that another one earned. */
export interface BonusDie {
  kind: string;
  value: number;
  face: string;
}

/** A die of the turn. `index` is its bit in a mask of kept dice. */
export interface PoolDie {
  index: number;
  kind: string;
  value: number;
  face: string;
}

export type View = TableView<Runner, Table>;
