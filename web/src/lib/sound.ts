/** Wood, paper, coin, cork: each under 400 ms, made here, and nothing is carried by sound alone. */
import { settings } from './settings.svelte';

type Name = 'wood' | 'paper' | 'coin' | 'cork';

let context: AudioContext | null = null;

function tone(audio: AudioContext, pitch: number, length: number, shape: OscillatorType, loud: number): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, audio.currentTime);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.6, audio.currentTime + length);
  gain.gain.setValueAtTime(loud, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  source.connect(gain).connect(audio.destination);
  source.start();
  source.stop(audio.currentTime + length);
}

function rustle(audio: AudioContext, length: number): void {
  const noise = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = 'highpass';
  filter.frequency.value = 2600;
  gain.gain.value = 0.05;
  source.buffer = noise;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

export const sounds = {
  play(name: Name): void {
    if (!settings.chosen.sound || !navigator.userActivation?.hasBeenActive) return;
    try {
      context ??= new AudioContext();
      if (name === 'wood') tone(context, 190, 0.13, 'triangle', 0.22);
      else if (name === 'coin') tone(context, 1900, 0.22, 'sine', 0.06);
      else if (name === 'cork') tone(context, 420, 0.09, 'sine', 0.2);
      else rustle(context, 0.16);
    } catch {
      // no sound here; the words are on the table
    }
  },
};
