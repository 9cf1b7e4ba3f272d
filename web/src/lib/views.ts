// Written by web/tools/view_types.py from innkeeper.engine.shapes. Do not edit.

/** What every view has at its top. */
export interface TableView<Row, Board> {
  game: string;
  turn: number;
  phase: string;
  to_act: number[];
  may_act: number[];
  you: number | null;
  seats: Row[];
  table: Board;
}

/** How the match ended. */
export interface Result {
  winners: number[];
  draw: boolean;
  reason: string;
  clause: string;
  places: number[];
}

/** What the shell looks for in a seat of any game. */
export interface AnyRow {
  seat: number;
  score?: number;
  alive?: boolean;
  committed?: boolean;
}

/** What the shell looks for on the table of any game. */
export interface AnyBoard {
  options: { preset: string };
  result: (Result & { scores?: number[] }) | null;
  round?: number;
}

/** A view of any game. */
export type AnyView = TableView<AnyRow, AnyBoard>;

/** A part of the schema of a view, with the hint that says what it is. */
export interface Shape {
  is?: 'seat' | 'card' | 'thing' | 'word' | 'amount' | 'count' | 'ordinal' | 'die' | 'dice' | 'sides' | 'place' | 'cell' | 'chance' | 'action' | 'clause' | 'options';
  /** the domains of actions' arguments that mean it */
  of?: string[];
  most?: string;
  sides?: number;
  by?: string;
  $ref?: string;
  type?: string;
  description?: string;
  items?: Shape;
  anyOf?: Shape[];
  additionalProperties?: Shape;
  properties?: Record<string, Shape>;
}
