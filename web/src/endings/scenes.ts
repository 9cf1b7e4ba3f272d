/** The final scenes: one linocut for each game and reason, and a fireplace for whatever has none. */
const drawn = import.meta.glob<string>('../art/final/*.svg', { query: '?url', import: 'default' });

export async function sceneOf(game: string, reason: string): Promise<string> {
  const load = drawn[`../art/final/${game}-${reason}.svg`] ?? drawn['../art/final/plain.svg'];
  return load ? await load() : '';
}
