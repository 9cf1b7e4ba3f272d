// Written by web/tools/view_types.py from innkeeper.games.adventurer.view_types. Do not edit.

import type { Result, TableView } from '../../lib/views';

/** Ranges, defaults and meaning of every house rule. */
export interface Options {
  preset: string;
  health: number;
  willpower: number;
  xp_first: number;
  xp_second: number;
  hand: number;
  first: "0" | "1" | "random";
  mulligan: boolean;
  deck_size: number;
  max_copies: number;
  deck_0: string | Record<string, any>;
  deck_1: string | Record<string, any>;
  card_pack: string;
  open_decklists: boolean;
  min_income: number;
  xp_cap: number;
  stat_cap: number;
  negative_damage: boolean;
  brace_window: boolean;
  strict_needs: boolean;
  voluntary_discard: boolean;
  zero_check: "end_of_turn" | "immediate";
  simultaneous: "active_loses" | "active_wins" | "draw";
  turn_limit: number;
  main_action_cap: number;
  draw_offers: boolean;
}

/** One seat. `hand` is null to others; `deck_name` too where lists are closed. */
export interface Adventurer {
  seat: number;
  deck_name: string | null;
  health: number;
  willpower: number;
  xp: number;
  attack: number;
  defense: number;
  charisma: number;
  violence_die: string;
  diplomacy_die: string;
  levels: Record<string, number>;
  income_next: number;
  hand_count: number;
  hand: string[] | null;
  hand_known: string[];
  deck_count: number;
  discard: string[];
  in_play: Placed[];
  temp: Temporary[];
  lost: Lost;
  played_card: boolean;
}

/** A card in play. `used`: its actions that have been used this turn. */
export interface Placed {
  ref: number;
  card: string;
  slots: string[];
  consumed: boolean;
  used: string[];
  tokens: Record<string, number>;
}

/** What has been lost since the seat's last turn. */
export interface Lost {
  health: number;
  willpower: number;
}

/** A change that goes away again, after turn `until_end_of_turn`. */
export interface Temporary {
  what: string;
  by: number;
  until_end_of_turn: number;
  source: number;
}

/** What both share. `decklists` by seat, null where the viewer may not see it. */
export interface Table {
  active: number;
  first: number;
  step: string;
  chain: Chain | null;
  choice: Choice | null;
  last_roll: Roll | null;
  draw_offer: DrawOffer | null;
  options: Options;
  decklists: (DeckList | null)[];
  result: Result | null;
}

/** Answers that wait to be carried out, the last first. */
export interface Chain {
  opened_by: Opening;
  responder: number;
  links: Link[];
  waiting_on_play: number | null;
}

/** One answer of a chain. */
export interface Link {
  seat: number;
  ref: number;
  action: string;
}

/** What a chain answers. */
export interface Opening {
  seat: number;
  what: string;
  ref: number | null;
}

/** A choice that a card asks for; everybody sees what there is to choose from. */
export interface Choice {
  seat: number;
  verb: string;
  options: string[];
}

/** What is in a deck, and how often. */
export interface DeckList {
  name: string;
  cards: Record<string, number>;
}

/** Who has offered a draw. */
export interface DrawOffer {
  seat: number;
}

/** The last roll. */
export interface Roll {
  seat: number;
  die: string;
  dice: number[];
  total: number;
}

export type View = TableView<Adventurer, Table>;
