/** Wood, paper, coin, dice: each under 400 ms, made here once, and nothing is carried by sound alone. */
import type { LogLine } from './protocol';
import { settings } from './settings.svelte';

/** A sound as its loudness from moment to moment, with the pitch it has then, or as noise. */
interface Recipe {
  seconds: number;
  /** one sample, from the moment and the noise of that moment */
  at: (time: number, noise: number) => number;
}

const wave = (pitch: number, time: number) => Math.sin(2 * Math.PI * pitch * time);
const fading = (time: number, swiftness: number) => Math.exp(-swiftness * time);
const knock = (pitch: number, time: number) => wave(pitch * (1 - time), time) * fading(time, 34);

export const RECIPES = {
  /** your move: a knuckle on the table */
  wood: { seconds: 0.16, at: (time) => 0.8 * knock(190, time) },
  /** a card, a page, anything else that is told */
  paper: { seconds: 0.16, at: (time, noise) => 0.22 * noise * fading(time, 26) },
  /** coin, magic, points, whatever is gained */
  coin: { seconds: 0.26, at: (time) => 0.2 * (wave(1900, time) + 0.6 * wave(2850, time)) * fading(time, 18) },
  /** dice over wood: five knocks that come closer together */
  dice: {
    seconds: 0.38,
    at: (time, noise) =>
      [0, 0.11, 0.19, 0.25, 0.29].reduce(
        (sum, start) =>
          sum + (time < start ? 0 : (0.3 * knock(420, time - start) + 0.12 * noise) * fading(time - start, 60)),
        0,
      ),
  },
  /** a blow, a wound, a loss */
  thud: {
    seconds: 0.3,
    at: (time, noise) => 0.7 * wave(78 - 60 * time, time) * fading(time, 13) + 0.12 * noise * fading(time, 70),
  },
  /** health, a shield, something mended */
  balm: {
    seconds: 0.36,
    at: (time) => 0.22 * (wave(523, time) + wave(659, time)) * Math.min(1, 14 * time) * fading(time, 9),
  },
  /** sealed: a stamp into wax */
  wax: { seconds: 0.2, at: (time, noise) => (0.5 * wave(130, time) + 0.15 * noise) * fading(time, 30) },
  /** a step, a block, a portal */
  step: { seconds: 0.12, at: (time, noise) => (0.4 * knock(110, time) + 0.1 * noise) * fading(time, 40) },
  /** weather and storm */
  wind: { seconds: 0.38, at: (time, noise) => 0.2 * noise * Math.sin((Math.PI * time) / 0.38) },
  /** talk at the table: a cork */
  cork: { seconds: 0.1, at: (time) => 0.6 * wave(420 + 900 * time, time) * fading(time, 40) },
  /** the end */
  bell: {
    seconds: 0.39,
    at: (time) => 0.25 * (wave(880, time) + 0.5 * wave(1318, time) + 0.3 * wave(2211, time)) * fading(time, 8),
  },
} satisfies Record<string, Recipe>;

export type Sound = keyof typeof RECIPES;

/** What an event sounds like, by what its kind says; the first that fits. Games need not know of it. */
const KINDS: [RegExp, Sound][] = [
  [/game_over|match_over|won|draw_answered|resign/, 'bell'],
  [/seal|commit|chosen|challeng/, 'wax'],
  [/weather|storm/, 'wind'],
  [/heal|rest|shield|mend|revive|refresh|recover/, 'balm'],
  [/hit|hurt|damage|struck|strike|burn|wound|lost|dies|died|defeat|kill|burst|fell|beaten|drain/, 'thud'],
  [/coin|xp|gain|score|point|income|paid|sold|bought|buy|sell|treasure|found|map_piece|loot/, 'coin'],
  [/move|step|enter|travel|portal|shift|block|explor|retreat|walk/, 'step'],
];

export function soundOf(line: LogLine): Sound {
  if (line.dice.length) return 'dice';
  const kind = String(line.event.kind);
  return KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'paper';
}

/** The samples of a sound. The noise is the same every time: a sound is made once. */
export function samplesOf(name: Sound, rate: number): Float32Array<ArrayBuffer> {
  const { seconds, at } = RECIPES[name];
  const samples = new Float32Array(Math.round(rate * seconds));
  let seed = 1;
  for (let place = 0; place < samples.length; place += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[place] = at(place / rate, seed / 2 ** 31 - 1) * Math.min(1, (samples.length - place) / 64); // ends in silence
  }
  return samples;
}

let context: AudioContext | null = null;
const made = new Map<Sound, AudioBuffer>();

function bufferOf(audio: AudioContext, name: Sound): AudioBuffer {
  let found = made.get(name);
  if (!found) {
    const samples = samplesOf(name, audio.sampleRate);
    found = audio.createBuffer(1, samples.length, audio.sampleRate);
    found.copyToChannel(samples, 0);
    made.set(name, found);
  }
  return found;
}

function ring(name: Sound): void {
  const { sound, volume } = settings.chosen;
  if (!sound || !volume || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = bufferOf(context, name);
    gain.gain.value = (volume / 100) ** 2; // ears count in steps, not in watts
    source.connect(gain).connect(context.destination);
    source.start();
  } catch {
    // no sound here; the words are on the table
  }
}

export const sounds = {
  /** Only after a gesture, as browsers want it, and as loud as was chosen. The first of a kind takes a slow phone as long
   * as a table does to change, so it does not keep the table waiting. */
  play(name: Sound): void {
    setTimeout(ring, 0, name);
  },
};
