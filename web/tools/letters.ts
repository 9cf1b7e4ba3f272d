/**
 * The letters that the inn's own texts are written in travel first, as small files cut from the whole fonts. In
 * styles/base.css `?core` after a font's name stands for that part of it, and `unicode-range` says what it holds.
 */
import { readFile } from 'node:fs/promises';
import subset from 'subset-font';
import type { Plugin } from 'vite';

const STYLE = new URL('../src/styles/base.css', import.meta.url);
const FONTS = ['grenze-gotisch', 'andada-pro'];
const WEIGHTS = { wght: { min: 400, max: 700 } };
const FEATURES = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'tnum'];

/** The characters of a `unicode-range`. */
function spelled(ranges: string): string {
  return ranges
    .split(',')
    .map((range) =>
      range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16)),
    )
    .map(([first = 0, last = first]) =>
      String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n)),
    )
    .join('');
}

export function letters(): Plugin {
  const cut = new Map<string, string>();
  return {
    name: 'letters',
    apply: 'build',
    async buildStart() {
      const style = await readFile(STYLE, 'utf8');
      for (const font of FONTS) {
        const [, path, ranges] =
          new RegExp(`url\\("(\\S+/${font}-\\S+)\\?core"\\)[^}]*unicode-range: ([^;]+);`).exec(style) ?? [];
        if (!path || !ranges) throw new Error(`base.css does not say what the core of ${font} is`);
        const whole = await readFile(new URL(import.meta.resolve(path)));
        const source = await subset(whole, spelled(ranges), {
          targetFormat: 'woff2',
          variationAxes: WEIGHTS,
          keepFeatures: FEATURES,
        });
        cut.set(font, this.emitFile({ type: 'asset', name: `${font}.woff2`, source }));
      }
    },
    generateBundle: {
      order: 'pre',
      handler() {
        for (const [font, file] of cut) cut.set(font, this.getFileName(file));
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const core = (font: string) => cut.get(font) ?? '';
        const early = FONTS.map(
          (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${core(font)}">`,
        );
        return html
          .replace('<title>', `${early.join('\n    ')}\n    <title>`)
          .replace(/assets\/([\w-]+)-latin-[\w-]+\.woff2\?core/g, (_, font: string) => core(font));
      },
    },
  };
}
