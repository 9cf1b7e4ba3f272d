/** As much Markdown as the rulebooks use, made safe: everything is escaped before anything is marked up. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

export function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/(^|[^*])\*([^*\s][^*]*)\*/g, '$1<i>$2</i>')
    .replace(/\[([^\]]+)\]\(([^)]*)\)/g, (_, words: string, to: string) => link(words, to));
}

/** To a clause of the book or to one of its cards; whoever shows the text follows it. */
function link(words: string, to: string): string {
  if (/^#[A-Z]{2}-[0-9.]+$/.test(to)) return `<button class="to" data-to-clause="${to.slice(1)}">${words}</button>`;
  if (/^card:[a-z0-9-]+$/.test(to)) return `<button class="to" data-to-card="${to.slice(5)}">${words}</button>`;
  return words;
}

function table(rows: string[]): string {
  const cells = rows.map((row) =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim())),
  );
  const body = cells.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
  const [head = [], ...rest] = body;
  const line = (row: string[], tag: string) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table tabindex="0"><thead>${line(head, 'th')}</thead><tbody>${rest.map((row) => line(row, 'td')).join('')}</tbody></table>`;
}

export function block(text: string): string {
  const out: string[] = [];
  for (const part of text.split(/\n\s*\n/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    if (!lines.length) continue;
    if (lines.every((line) => line.trim().startsWith('|'))) out.push(table(lines.map((line) => line.trim())));
    else if (lines.every((line) => /^\s*([-*]|\d+\.)\s|^\s{2,}/.test(line))) {
      const items: string[] = [];
      for (const line of lines) {
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
        if (item) items.push(item[1] ?? '');
        else items.push(`${items.pop() ?? ''} ${line.trim()}`);
      }
      out.push(`<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`);
    } else out.push(`<p>${inline(lines.map((line) => line.replace(/^>\s?/, '').trim()).join(' '))}</p>`);
  }
  return out.join('');
}

/** A clause without its own number at the front: the number stands in the margin. */
export function clause(id: string, text: string): string {
  const bare = text.replace(new RegExp(`^\\*\\*${id.replace(/\./g, '\\.')}\\.?\\*\\*[.:]?\\s*`), '');
  return block(bare);
}
