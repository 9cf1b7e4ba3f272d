/** Every word that somebody reads stands in a catalogue, so that a translation is one more file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(process.cwd(), 'src');
const CATALOGUES = /^(decks|endings|lib|tables\/\w+)\/(\w+\.)?text\.ts$/;
/** attributes that are read out or shown, and those in which components are given words */
const READ = /^(aria-(label|valuetext|description|roledescription)|title|placeholder|alt|label|text|note|foot|used)$/;
/** functions whose strings are for the browser, not for people */
const CODE = /^(matches|closest|querySelector|querySelectorAll|matchMedia|import|addEventListener|test|exec)$/;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const files = (ending: string) =>
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith(ending) && !CATALOGUES.test(file),
  );
const letters = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text);
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && 'type' in value;

/** The literals that an expression may come to, not those that it compares or hands on. */
function spoken(expression: Node): string[] {
  const parts = (...names: string[]) =>
    names.flatMap((name) => (isNode(expression[name]) ? spoken(expression[name]) : []));
  switch (expression.type) {
    case 'Literal':
      return letters(expression.value) ? [expression.value] : [];
    case 'TemplateLiteral':
      return [
        ...(expression.quasis as Node[]).map((quasi) => (quasi.value as { raw: string }).raw).filter(letters),
        ...(expression.expressions as Node[]).flatMap(spoken),
      ];
    case 'ConditionalExpression':
      return parts('consequent', 'alternate');
    case 'LogicalExpression':
    case 'BinaryExpression':
      return expression.type === 'LogicalExpression' || expression.operator === '+' ? parts('left', 'right') : [];
    default:
      return [];
  }
}

/** Raw words between tags and in attributes that are read. */
function inTemplate(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, key: boolean): void => {
    if (node.type === 'Text') {
      // the letter on a key is the one that the page listens to, in any language
      if (letters(node.data) && !(key && /^.$/u.test(node.data.trim()))) found.push(node.data.trim());
    } else if (node.type === 'ExpressionTag') found.push(...spoken(node.expression as Node));
    else if (node.type === 'Attribute') {
      if (!READ.test(String(node.name)) || node.value === true) return;
      for (const part of [node.value].flat() as Node[]) {
        if (part.type === 'Text' && letters(part.data)) found.push(part.data);
        else if (part.type === 'ExpressionTag') found.push(...spoken(part.expression as Node));
      }
    } else {
      const cap =
        node.type === 'RegularElement'
          ? ((node.attributes as Node[]) ?? []).some(
              (one) => one.name === 'class' && /\bk\b/.test(source.slice(one.start, one.end as number)),
            )
          : key;
      for (const [name, value] of Object.entries(node)) {
        if (['expression', 'test', 'metadata', 'css', 'instance', 'module'].includes(name)) continue;
        for (const child of [value].flat()) if (isNode(child)) visit(child, cap);
      }
    }
  };
  visit(parse(source, { modern: true }).fragment as unknown as Node, false);
  return found;
}

/** Literals of two words and more in code. */
function inScript(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      if (CODE.test(name)) return visit(node.expression);
    }
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (
      (ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node)) &&
      /\p{L},? \p{L}|^[,.]? ?\p{L}{2,} $|^ \p{L}{2,}/u.test(node.text) &&
      !/[#[\]{}():;<>=@/]|^\.|, \.\w/.test(node.text)
    )
      found.push(node.text);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

it.each(files('.svelte'))('%s has no words of its own', (file) => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const script = [...source.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((one) => one[1] ?? '').join('\n');
  expect([...inTemplate(source), ...inScript(script)]).toEqual([]);
});

it.each(
  files('.ts').filter(
    (file) =>
      !file.endsWith('.d.ts') && file !== 'lib/protocol.ts' && file !== 'lib/views.ts' && !file.endsWith('/view.ts'),
  ),
)('%s has no words of its own', (file) => {
  expect(inScript(readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
});

it('no file that all games share names one of them', () => {
  const tables = readdirSync(join(ROOT, 'tables'), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'generic')
    .map((one) => one.name);
  expect(tables.length).toBeGreaterThan(4);
  const named = new RegExp(`\\b(${tables.join('|')})\\b`, 'i');
  const shared = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|svelte|css)$/.test(file) && !tables.some((table) => file.startsWith(`tables/${table}/`)),
  );
  expect(
    shared.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => named.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    ),
  ).toEqual([]);
});

it('finds what it looks for', () => {
  expect(inTemplate('<p title="Hello">{t.a}<b>there</b><span class="k">A</span></p>')).toEqual(['Hello', 'there']);
  expect(inTemplate('{#if name === "x"}{on ? "Yes" : t.no}{`of ${most}`}{t.prompt("echo")}{/if}')).toEqual([
    'Yes',
    'of ',
  ]);
  expect(inScript('const a = b ? "Choose a card" : t.x; c.matches("input, textarea"); d(`${e} won again`)')).toEqual([
    'Choose a card',
    ' won again',
  ]);
});
