// Written by web/tools/view_types.py from innkeeper.games.micah.view_types. Do not edit.

import type { TableView } from '../../lib/views';

/** Ranges, defaults and meaning of every house rule. */
export interface Options {
  preset: string;
  deck_per_player: number;
  deck_cards: number;
  whole_deck: boolean;
  treasure_cards: number;
  class_pick: "choose" | "random";
  duplicate_classes: boolean;
  hp_table: "balanced" | "original";
  starting_hp: number;
  starting_coin: number;
  start_weather: "clear" | "foggy" | "heatwave" | "moonlit" | "rainy" | "snowing" | "storming" | "sunny" | "windy";
  first_seat: "random" | "seat0";
  max_rounds: number;
  prep_action_cap: number;
  companion_dies: "exceed" | "meet";
  class_weather: boolean;
  trade: boolean;
  trade_creatures: boolean;
  trade_offers_per_turn: number;
  boss: boolean;
  boss_level: "extreme" | "legendary" | "storybook";
  boss_retreat: boolean;
  boss_bystanders: "lose" | "share";
  pvp: boolean;
  pvp_from_round: number;
  pvp_damage_cap: number;
  ghosts: boolean;
  champion: boolean;
}

export interface Hero {
  seat: number;
  class: string | null;
  status: string;
  hp: number;
  max_hp: number;
  coin: number;
  stats: Stats | null;
  pack: string[];
  weapon: string | null;
  clothing: string | null;
  upgrades: string[];
  dock: Docked[];
  omen: number;
  renown: number;
  offers_left: number;
  duelled: boolean;
  sealed: string | null;
  peeked: Peeked[] | null;
  peeked_count: number;
  ghost_hand: string[] | null;
  ghost_hand_count: number;
}

export interface Docked {
  creature: string;
  from: string;
  companion: boolean;
}

/** A card of the deck that the seat has looked at; `pos` 0 is the top. */
export interface Peeked {
  pos: number;
  card: string;
}

/** The three stats. */
export interface Stats {
  attack: Stat;
  charisma: Stat;
  speed: Stat;
}

/** A stat: its level, the dice it rolls, and what is added to them. */
export interface Stat {
  level: number;
  dice: number[];
  mod: number;
}

/** What all share. `felt` is the weather that counts now; `sealed_in`: whose choice is in. */
export interface Table {
  options: Options;
  round: number;
  active: number;
  weather: string;
  felt: string;
  encounter: Encounter | null;
  encounter_deck_count: number;
  returned: string[];
  set_aside_count: number;
  graveyard: string[];
  treasure_deck_count: number;
  used_treasure: string[];
  ghost_deck_count: number;
  ghost_discard: string[];
  merchant: Stall[];
  offers: Offer[];
  prep_actions_left: number;
  boss: Boss | null;
  duel: Duel | null;
  sealed_in: number[];
  result: Renowned | null;
}

/** The fight with the dragon. */
export interface Boss {
  hp: number;
  max_hp: number;
  round: number;
  mood: string;
  defense: number;
  temper: number;
  challengers: number[];
}

/** A challenge that waits for its answer. */
export interface Duel {
  challenger: number;
  defender: number;
}

/** The active Encounter with adjusted numbers and exact odds. */
export interface Encounter {
  card: string;
  kind: string;
  tags: string[];
  attack: Intention | null;
  charm: Intention | null;
  escape: Intention | null;
  strike: string;
  bounty: string | null;
  items_used: string[];
  drawn_this_turn: number;
}

/** One way to meet an Encounter: what it needs, how likely that is, what it costs instead. */
export interface Intention {
  how: string;
  stat: string | null;
  target: string | null;
  odds: number | null;
  pay: number | null;
}

/** A place of the stall, at the viewer's price. */
export interface Stall {
  slot: number;
  card: string;
  price: number;
}

export interface Offer {
  offer: number;
  from: number;
  to: number;
  give: string;
  get: string;
}

/** How the journey ended, with the Renown by seat. */
export interface Renowned {
  winners: number[];
  draw: boolean;
  reason: string;
  clause: string;
  places: number[];
  renown: number[];
}

export type View = TableView<Hero, Table>;
