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

const INN =
  /node_modules\/(svelte|esm-env|clsx)\/|preload-helper|\/src\/(lib\/(dice|sha256|api|text|route|settings|play)|shell\/Lantern|tours\/index)/;
const SHELL = /\/src\/(shell|lib|pages\/Table|tables\/(index|generic\/pictures|generic\/Picture))/;

/** What every page needs is one file and what all tables share another, instead of dozens that wait for each other. */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  if (INN.test(id)) return 'inn';
  if (SHELL.test(id)) return 'shell';
  const users = id.startsWith('~icons/') ? (getModuleInfo(id)?.importers ?? []) : [];
  if (!users.some((one) => SHELL.test(one))) return undefined;
  return users.some((one) => /\/pages\/(Home|Sign)/.test(one)) ? 'inn' : 'shell';
}

/** A table's file is called after its folder, so that one can see in the network's log what is fetched. */
function nameOf(chunk: Rollup.PreRenderedChunk): string {
  const table = /\/tables\/([^/]+)\/index\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1];
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
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
