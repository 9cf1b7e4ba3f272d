/**
 * The opening of the page. Its style and a few lines of script travel inside index.html, so that the first paint
 * waits for nothing, and whatever a place in the inn needs is asked for at once instead of one after the other.
 */
import { transformWithEsbuild, type Plugin, type Rollup } from 'vite';

interface Parts {
  grain: Record<'light' | 'dark', string>;
  hall: string[];
  table: string[];
  replay: string[];
  kits: Record<string, string[]>;
}

/** Runs in the browser before anything is drawn, and knows only what is inside it. */
function open(parts: Parts): void {
  let theme: unknown = 'sun';
  try {
    theme = JSON.parse(localStorage.getItem('innkeeper') ?? '{}').theme ?? theme;
  } catch {
    // a private window: the sun decides
  }
  const light = theme === 'daylight' || (theme === 'sun' && matchMedia('(prefers-color-scheme: light)').matches);
  const asked: Record<string, Promise<Response>> = {};
  const ask = (path: string): Promise<Response> => {
    const answer = fetch(`/api${path}`);
    answer.catch(() => undefined); // whoever wanted it asks again
    return (asked[path] = answer);
  };
  const bring = (files: string[] = []): void => {
    for (const file of files) {
      const link = document.createElement('link');
      link.rel = 'preload'; // an import that finds a module's own preload under way waits for ever if that fails
      link.as = file.endsWith('.css') ? 'style' : file.endsWith('.webp') ? 'image' : 'script';
      if (link.as !== 'image') link.crossOrigin = ''; // as the build asks for it
      link.href = `/${file}`;
      document.head.append(link);
    }
  };
  const page = document.documentElement;
  page.dataset.theme = light ? 'light' : 'dark';
  bring([parts.grain[light ? 'light' : 'dark']]); // the wood is the first thing to be seen
  (window as unknown as { asked: typeof asked }).asked = asked;
  const [, id, replay] = /^#\/t\/([\w-]{22})(\/replay)?/.exec(location.hash) ?? [];
  if (id) {
    page.dataset.place = 'table';
    bring(replay ? parts.replay : parts.table);
    ask(`/tables/${id}`)
      .then((answer) => answer.clone().json())
      .then((table) => {
        bring(parts.kits[table.game] ?? parts.kits.generic);
        ask(`/games/${table.game}`); // the names and texts of its cards
        ask(`/games/${table.game}/content/${table.content}`);
      })
      .catch(() => undefined);
  } else if (location.hash.length < 3) {
    bring(parts.hall);
    ask('/me');
    ask('/tables?status=open');
  }
}

/** A chunk with all that it cannot run without, except what the page has anyway. */
function filesOf(bundle: Rollup.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const entry = new Set(chunks.filter((one) => one.isEntry).flatMap((one) => [one.fileName, ...one.imports]));
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || entry.has(name) || found.has(name)) return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((file) => found.add(file));
    chunk.imports.forEach(add);
  };
  const home = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(module)));
  if (!home) throw new Error(`the build has no ${module}`);
  add(home.fileName);
  return [...found];
}

/** The games with a table of their own, and the generic one. */
function kitsOf(bundle: Rollup.OutputBundle): string[] {
  const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  return modules.flatMap((id) => /\/tables\/(\w+)\/index\.ts$/.exec(id)?.[1] ?? []);
}

/** A style that the page has inside it is no file, and no part that builds on it may wait for one. */
function withhold(bundle: Rollup.OutputBundle, sheet: string): void {
  delete bundle[sheet];
  for (const one of Object.values(bundle)) if (one.type === 'chunk') one.viteMetadata?.importedCss.delete(sheet);
}

/** The file that a picture has become. */
function pictureOf(bundle: Rollup.OutputBundle, picture: string): string {
  const found = Object.values(bundle).find(
    (one) => one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith(picture)),
  );
  if (!found) throw new Error(`the build has no ${picture}`);
  return found.fileName;
}

export function opening(): Plugin {
  return {
    name: 'opening',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const table = filesOf(bundle, '/pages/Table.svelte');
        const parts: Parts = {
          grain: { light: pictureOf(bundle, '/grain-daylight.webp'), dark: pictureOf(bundle, '/grain.webp') },
          hall: filesOf(bundle, '/pages/Home.svelte'),
          table,
          replay: filesOf(bundle, '/pages/Replay.svelte'),
          kits: Object.fromEntries(
            kitsOf(bundle).map((kit) => [
              kit,
              filesOf(bundle, `/tables/${kit}/index.ts`).filter((file) => !table.includes(file)),
            ]),
          ),
        };
        const script = await transformWithEsbuild(`(${open.toString()})(${JSON.stringify(parts)})`, 'opening.ts', {
          minify: true,
        });
        return html
          .replace('<script', () => `<script>${script.code.trim()}</script>\n    <script`)
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_, name: string) => {
            const sheet = bundle[name];
            if (sheet?.type !== 'asset') throw new Error(`the build has no ${name}`);
            withhold(bundle, name);
            return `<style>${String(sheet.source).trim()}</style>`;
          });
      },
    },
  };
}
