import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import Icons from 'unplugin-icons/vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page with a server of your own behind it: `innkeeper serve --port 8321`.
const server = process.env.INNKEEPER_SERVER ?? 'http://127.0.0.1:8321';

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: 'svelte' }), svelteTesting()],
  build: {
    outDir: process.env.INNKEEPER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
