const drawn = import.meta.glob<string>('../art/poster-*.svg', { eager: true, import: 'default' });

const posters = Object.fromEntries(
  Object.entries(drawn).map(([path, poster]) => [/poster-(.+)\.svg$/.exec(path)?.[1] ?? '', poster]),
);

/** A game from elsewhere gets the inn's own playbill. */
export const posterOf = (game: string): string => posters[game] ?? posters.plain ?? '';
