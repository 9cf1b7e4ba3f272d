import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './lib/settings.svelte';

// a link to a table: fetch its parts while the page is being put together
if (location.hash.startsWith('#/t/')) void import('./pages/Table.svelte');

const inn = document.getElementById('inn');
if (inn) mount(App, { target: inn });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined));
}
