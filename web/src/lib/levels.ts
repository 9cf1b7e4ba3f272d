/** The levels at which bots play: what each does is told by the server. */
import type { LevelInfo } from './protocol';

const USUAL = 'regular';

/** Who sits down if nobody says who. */
export const usualOf = (levels: LevelInfo[]): string =>
  (levels.find((level) => level.name === USUAL) ?? levels.at(-1))?.name ?? USUAL;
