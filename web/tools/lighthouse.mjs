// Lighthouse on the hall and on a table: node tools/lighthouse.mjs http://127.0.0.1:8017/ [least]
// CHROME_PATH names the browser. Exits 1 if a category is under `least` (95).
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address = 'http://127.0.0.1:8017/', least = '95'] = process.argv.slice(2);
const flags = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'.split(' ');

async function call(path, body, cookie) {
  const answer = await fetch(new URL(`api/${path}`, address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  return { body: await answer.json(), cookie: answer.headers.get('set-cookie')?.split(';')[0] };
}

const made = await call('tables', { game: 'magicduel', seats: [{ who: 'you', name: 'Wren' }, { who: 'bot' }], public: true });
await call(`tables/${made.body.table.id}/start`, {}, made.cookie);

const chrome = await launch({ chromeFlags: flags });
let low = false;
for (const [name, url] of [['home', address], ['table', `${address}#/t/${made.body.table.id}`]]) {
  const result = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
  const scores = Object.values(result.lhr.categories).map((one) => [one.id, Math.round(one.score * 100)]);
  const figure = (id) => result.lhr.audits[id].displayValue;
  console.log(name, Object.fromEntries(scores), `FCP ${figure('first-contentful-paint')}, LCP ${figure('largest-contentful-paint')}, TBT ${figure('total-blocking-time')}, CLS ${figure('cumulative-layout-shift')}`);
  for (const audit of Object.values(result.lhr.audits)) {
    if (audit.score !== null && audit.score < 0.9 && process.env.WHY) console.log('  ', audit.id, audit.score, audit.displayValue ?? '');
  }
  low ||= scores.some(([, score]) => score < Number(least));
}
await chrome.kill();
process.exit(low ? 1 : 0);
