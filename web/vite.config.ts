import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import Icons from 'unplugin-icons/vite';
import type { Rollup } from 'vite';
import { defineConfig } from 'vitest/config';
import { letters } from './tools/letters';
import { opening } from './tools/opening';
import { silhouettes } from './tools/silhouettes';

// `npm run dev` shows the page with a server of your own behind it: `innkeeper serve --port 8321`.
const server = process.env.INNKEEPER_SERVER ?? 'http://127.0.0.1:8321';

type Info = Rollup.ManualChunkMeta['getModuleInfo'];

/** A module and all that comes with it before its first line runs. */
function withAll(end: string, { getModuleInfo, getModuleIds }: Rollup.ManualChunkMeta): Set<string> {
  const found = new Set([...getModuleIds()].filter((id) => id.endsWith(end)));
  for (const id of found) for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

const graphs = new WeakMap<Info, { inn: Set<string>; shell: Set<string> }>();

/** What every page needs is one file and what all tables share another, instead of dozens that wait for each other. */
function chunkOf(id: string, graph: Rollup.ManualChunkMeta): string | undefined {
  let known = graphs.get(graph.getModuleInfo);
  if (!known) {
    const [hall, shell] = [withAll('/pages/Home.svelte', graph), withAll('/pages/Table.svelte', graph)];
    const inn = withAll('/src/main.ts', graph);
    for (const one of hall) if (shell.has(one)) inn.add(one);
    graphs.set(graph.getModuleInfo, (known = { inn, shell }));
  }
  return known.inn.has(id) ? 'inn' : known.shell.has(id) ? 'shell' : undefined;
}

/** A table's file is called after its folder, so that one can see in the network's log what is fetched. */
function nameOf(chunk: Rollup.PreRenderedChunk): string {
  const own = /\/tables\/([^/]+)\/index\.ts$/;
  const table = chunk.moduleIds.map((id) => own.exec(id)?.[1]).find((name) => name);
  return table ? `assets/table-${table}-[hash].js` : 'assets/[name]-[hash].js';
}

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: 'svelte' }), svelteTesting(), silhouettes(), opening(), letters()],
  build: {
    outDir: process.env.INNKEEPER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { output: { manualChunks: chunkOf, chunkFileNames: nameOf, onlyExplicitManualChunks: true } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    environment: 'jsdom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 60_000, // ms, for a machine that has other things to do as well
  },
});
