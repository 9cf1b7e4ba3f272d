/** The rulebook of a table: where it is open, and whether it lies over the table or stands beside it. */
import { MediaQuery } from 'svelte/reactivity';
import type { LogLine } from './protocol';
import { settings } from './settings.svelte';

interface Place {
  at: string | null;
  line: LogLine | null;
}

const wall = new MediaQuery('min-width: 2000px');

export class Reading {
  open = $state.raw<Place | null>(null);
  /** where it lay open before, the last place at the end */
  trail = $state.raw<Place[]>([]);
  /** somebody asked for it: it may have the focus */
  wanted = false;

  constructor() {
    if (this.docked && settings.chosen.book) this.open = { at: null, line: null };
  }

  /** Beside the table, where there is room for both; a book that was left standing there is there again. */
  get docked(): boolean {
    return wall.current;
  }

  show(at: string | null = null, line: LogLine | null = null): void {
    this.wanted = true;
    this.trail = this.open?.at ? [...this.trail, this.open] : [];
    this.open = { at, line };
    this.#remember();
  }

  back(): void {
    this.open = this.trail.at(-1) ?? this.open;
    this.trail = this.trail.slice(0, -1);
  }

  close(): void {
    this.open = null;
    this.trail = [];
    this.#remember();
  }

  toggle(): void {
    if (this.open) this.close();
    else this.show();
  }

  /** Esc closes what lies over the table; what stands beside it only for somebody who is reading. */
  escape(from: Element): boolean {
    if (!this.open || (this.docked && !from.closest('[data-book]'))) return false;
    this.close();
    return true;
  }

  #remember(): void {
    if (this.docked) settings.chosen.book = this.open !== null;
  }
}
