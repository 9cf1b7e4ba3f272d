/** Styles stay as they are written, a rule to a line: prettier would give every declaration a line of its own. */
import { doc } from 'prettier';

const { hardline, join } = doc.builders;

/** Without the indentation of the element they stand in, which is put before them again. */
function lines(text) {
  const found = text.replace(/^\s*\n|\s+$/g, '').split('\n');
  const indents = found.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return found.map((line) => line.slice(Math.min(...indents)).trimEnd());
}

const style = { parse: (text) => ({ text }), astFormat: 'style', locStart: () => 0, locEnd: ({ text }) => text.length };

export const parsers = { css: style };
export const printers = { style: { print: ({ node }) => join(hardline, lines(node.text)) } };
