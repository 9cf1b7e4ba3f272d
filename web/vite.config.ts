import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import Icons from 'unplugin-icons/vite';
import { defineConfig } from 'vitest/config';
import { opening } from './tools/opening';
import { silhouettes } from './tools/silhouettes';

// `npm run dev` shows the page with a server of your own behind it: `innkeeper serve --port 8321`.
const server = process.env.INNKEEPER_SERVER ?? 'http://127.0.0.1:8321';

/** What every page needs is one file and what all tables share another, instead of dozens that wait for each other. */
function chunkOf(id: string): string | undefined {
  if (/node_modules\/(svelte|esm-env|clsx)\/|preload-helper|\/src\/(lib\/(api|text|route|settings|play)|shell\/Lantern)/.test(id)) return 'inn';
  return /\/src\/(shell|lib|pages\/Table)/.test(id) ? 'shell' : undefined;
}

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: 'svelte' }), svelteTesting(), silhouettes(), opening()],
  build: {
    outDir: process.env.INNKEEPER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // the page has the style of its own entry inside it
    modulePreload: { resolveDependencies: (_, needed) => needed.filter((file) => !/\/inn-[^/]+\.css$/.test(file)) },
    rollupOptions: { output: { manualChunks: chunkOf, onlyExplicitManualChunks: true } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
