/** What this browser remembers of you: how the inn should look, sound and ask. */
import { t } from './text';

export interface Choices {
  name: string;
  /** the inn's name for somebody who gave none */
  guest: string;
  theme: 'lamplight' | 'daylight' | 'sun';
  letters: 'sign' | 'plain';
  text: 'usual' | 'large' | 'largest';
  speed: 'leisurely' | 'brisk' | 'off';
  sound: boolean;
  /** from 0 to 100 */
  volume: number;
  confirm: boolean;
  keys: boolean;
  /** the rulebook stands open beside the table */
  book: boolean;
  seen: string[];
}

const KEY = 'innkeeper';
const FACTOR = { leisurely: 1.4, brisk: 1, off: 0 };

function innName(): string {
  return t.innNames.map((words) => words[Math.floor(Math.random() * words.length)]).join(' ');
}

function phone(): boolean {
  return matchMedia('(max-width: 699px)').matches;
}

function load(): Choices {
  const usual: Choices = {
    name: '',
    guest: innName(),
    theme: 'sun',
    letters: 'sign',
    text: 'usual',
    speed: 'brisk',
    sound: !phone(),
    volume: 60,
    confirm: true,
    keys: true,
    book: false,
    seen: [],
  };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return usual;
  }
}

class Settings {
  chosen = $state<Choices>(load());
  #sun = matchMedia('(prefers-color-scheme: light)');
  #still = matchMedia('(prefers-reduced-motion: reduce)');
  #daylight = $state(this.#sun.matches);
  #reduced = $state(this.#still.matches);

  constructor() {
    this.#sun.addEventListener('change', (event) => (this.#daylight = event.matches));
    this.#still.addEventListener('change', (event) => (this.#reduced = event.matches));
    $effect.root(() => {
      $effect(() => {
        try {
          localStorage.setItem(KEY, JSON.stringify(this.chosen));
        } catch {
          // a private window keeps nothing; the inn works without
        }
        const page = document.documentElement;
        page.dataset.theme = this.light ? 'light' : 'dark';
        page.dataset.letters = this.chosen.letters;
        page.dataset.text = this.chosen.text;
        page.dataset.motion = this.pace === 0 ? 'off' : 'on';
      });
    });
  }

  get light(): boolean {
    return this.chosen.theme === 'daylight' || (this.chosen.theme === 'sun' && this.#daylight);
  }

  /** The device asks for less movement. */
  get still(): boolean {
    return this.#reduced;
  }

  /** How long things take, as a factor; 0 under reduced motion. */
  get pace(): number {
    return this.#reduced ? 0 : FACTOR[this.chosen.speed];
  }

  get name(): string {
    return this.chosen.name.trim() || this.chosen.guest;
  }

  /** True the first time it is asked about something. */
  firstTime(what: string): boolean {
    if (this.chosen.seen.includes(what)) return false;
    this.chosen.seen = [...this.chosen.seen, what];
    return true;
  }
}

export const settings = new Settings();
