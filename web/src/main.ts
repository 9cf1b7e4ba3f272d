import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/opening.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { route } from './lib/route.svelte';
import './lib/settings.svelte';

// asked for with the first letter that is drawn they would come too late for it, although the page has them
for (const face of document.fonts) if (face.unicodeRange.startsWith('U+20-')) void face.load().catch(() => undefined);

async function enter(inn: HTMLElement): Promise<void> {
  const [place, , replay] = route.place.path;
  // the opening stays until there is a page to take its place; a slow phone gets to paint it before the work goes on
  if (!place) await import('./pages/Home.svelte');
  else if (place === 't')
    await (replay === 'replay' ? import('./pages/Replay.svelte') : import('./pages/Table.svelte'));
  else await new Promise((done) => setTimeout(done));
  inn.replaceChildren();
  mount(App, { target: inn });
}

const inn = document.getElementById('inn');
if (inn) void enter(inn);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined));
}
