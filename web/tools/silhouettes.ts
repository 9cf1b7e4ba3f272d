/** `~silhouettes/micah`: the pictures that the cards of one game name, as paths, and no others. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MARK = '~silhouettes/';
const games = new URL('../../src/innkeeper/games/', import.meta.url);
/** what a card's picture is called, and the icon that comes nearest, where the two differ */
const nearest = JSON.parse(readFileSync(new URL('silhouettes.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;
/** what a card wears that nobody has drawn yet */
const UNKNOWN = 'cowled';

function wordsOf(game: string): string[] {
  const folder = fileURLToPath(new URL(`${game}/content/`, games));
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.toml'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/^icon = "(.+)"$/gm)].map((found) => found[1] ?? '')))];
}

export function silhouettes(): Plugin {
  return {
    name: 'silhouettes',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(MARK) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MARK}`)) return null;
      const { icons, aliases = {} } = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json') as {
        icons: Record<string, { body: string }>;
        aliases?: Record<string, { parent: string }>;
      };
      const path = (name: string) =>
        [...(icons[aliases[name]?.parent ?? name]?.body ?? '').matchAll(/ d="([^"]+)"/g)]
          .map((found) => found[1])
          .join('');
      const drawn = wordsOf(id.slice(MARK.length + 1)).map((word) => [word, path(nearest[word] ?? word)] as const);
      return `export default ${JSON.stringify({ '': path(UNKNOWN), ...Object.fromEntries(drawn.filter(([, d]) => d)) })}`;
    },
  };
}
