// Lighthouse, as it is out of the box, on the hall and on running tables; prints one line of JSON per run.
// node tools/lighthouse.mjs http://127.0.0.1:8017/ [runs]; CHROME_PATH names the browser.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address = 'http://127.0.0.1:8017/', runs = '1'] = process.argv.slice(2);
const flags =
    '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'.split(' ');

async function call(path, body, cookie) {
    const answer = await fetch(new URL(`api/${path}`, address), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
    });
    return { body: await answer.json(), cookie: answer.headers.get('set-cookie')?.split(';')[0] };
}

async function tableOf(game) {
    const made = await call('tables', { game, seats: [{ who: 'you', name: 'Wren' }, { who: 'bot' }], public: true });
    await call(`tables/${made.body.table.id}/start`, {}, made.cookie);
    return `${address}#/t/${made.body.table.id}`;
}

const pages = { hall: address };
for (const game of ['magicduel', 'echo', 'mazerunner', 'adventurer', 'micah']) pages[game] = await tableOf(game);
const chrome = await launch({ chromeFlags: flags });
process.once('SIGTERM', () => chrome.kill());
try {
    for (const [page, url] of Object.entries(pages)) {
        for (let run = 0; run < Number(runs); run++) {
            let { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
            // on a busy machine the trace of a page load may get lost: that says nothing of the page
            if (lhr.runtimeError) ({ lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error' }));
            if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
            const figure = (id) => Math.round(1000 * (lhr.audits[id].numericValue ?? 0)) / 1000;
            const items = (id) => lhr.audits[id].details?.items ?? [];
            const low = Object.values(lhr.audits).filter((one) => one.score !== null && one.score < 0.9);
            console.log(
                JSON.stringify({
                    page,
                    scores: Object.fromEntries(
                        Object.values(lhr.categories).map((one) => [one.id, Math.round(100 * one.score)]),
                    ),
                    figures: {
                        fcp: figure('first-contentful-paint'),
                        lcp: figure('largest-contentful-paint'),
                        tbt: figure('total-blocking-time'),
                        cls: figure('cumulative-layout-shift'),
                        machine: Math.round(lhr.environment.benchmarkIndex),
                    },
                    requests: items('network-requests').map(({ url: of, resourceType, transferSize }) => ({
                        of,
                        resourceType,
                        transferSize,
                    })),
                    blocking: items('render-blocking-resources').map((one) => one.url),
                    shifts: items('layout-shifts').map((one) => one.node?.selector),
                    low: low.map((one) => `${one.id} ${one.displayValue ?? ''}`.trim()),
                }),
            );
        }
    }
} finally {
    chrome.kill();
}
