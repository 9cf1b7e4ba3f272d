/** "Find me somebody": a table with the recommended rules and an empty chair, somebody else's or one's own.
 *
 * Whoever has to wait may play a bot meanwhile, at a table of its own: when a person comes, that bot gives up, and the
 * match with the person begins from its first move. So nobody inherits a position, and what is rated stays as it was.
 */
import { untrack } from 'svelte';
import { api, Refused } from './api';
import { setTable, sitDown } from './dice';
import { changesOf } from './options';
import { playNow } from './play';
import type { GameInfo, TableInfo } from './protocol';
import { route } from './route.svelte';
import { searching } from './searching.svelte';
import { Session } from './session.svelte';
import { settings } from './settings.svelte';
import { sounds } from './sound';
import { t } from './text';

const TRIES = 4;
const LOOK_MS = 4000;
/** strangers do not wait for each other for ever */
const CLOCK = { kind: 'decision', seconds: 90 } as const;

/** May somebody who searches be seated here: the usual rules, a chair, and somebody who waits there now? */
export function fits(table: TableInfo, info: GameInfo): boolean {
  const persons = table.seats.filter((seat) => seat.who === 'person');
  return (
    table.status === 'open' &&
    table.public &&
    table.options.preset === info.game.recommended &&
    !changesOf(info, table.options).length &&
    table.seats.filter((seat) => seat.who === 'open').length === 1 &&
    persons.length > 0 &&
    persons.every((seat) => seat.here)
  );
}

class Search {
  /** the table that waits for somebody */
  table = $state.raw<TableInfo | null>(null);
  title = $state('');
  /** is a bot played meanwhile? */
  #bot = false;
  #line: Session | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unwatch: () => void = () => undefined;

  async start(game: string): Promise<void> {
    await this.stop();
    const info = await api.game(game);
    this.title = info.game.title;
    searching.come = '';
    if (await this.#join(info, null)) return;
    const seats = Math.max(2, info.game.least);
    this.#wait(
      await setTable({
        game,
        seats: [
          { who: 'you', name: settings.name },
          ...Array.from({ length: seats - 1 }, () => ({ who: 'open' as const })),
        ],
        clock: CLOCK,
        public: true,
        watchers: true,
      }),
      info,
    );
    route.go(`t/${this.table?.id}`);
  }

  /** A bot to pass the time with. */
  async meanwhile(): Promise<void> {
    if (!this.table) return;
    await playNow(this.table.game);
    this.#bot = true;
  }

  /** Nobody is looked for any more; the table goes away if nobody has come. */
  async stop(): Promise<void> {
    const waiting = this.table;
    this.#end();
    if (waiting) await api.clear(waiting.id).catch(() => undefined);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#unwatch();
    this.#line?.close();
    searching.on = false;
    this.#line = null;
    this.table = null;
  }

  /** Sit down where somebody waits; two who search at once both look for the table that was set first. */
  async #join(info: GameInfo, own: TableInfo | null): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { tables } = await api.open(info.game.id);
      const older = (table: TableInfo) =>
        !own || table.created < own.created || (table.created === own.created && table.id < own.id);
      const [best] = tables
        .filter((table) => table.id !== own?.id && older(table) && fits(table, info))
        .sort((one, other) => one.created - other.created);
      if (!best) return false;
      try {
        const seated = await sitDown(best, { name: settings.name });
        if (own) await this.stop();
        route.go(`t/${seated.id}`);
        return true;
      } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong; // somebody was faster: look again
      }
    }
    return false;
  }

  #wait(table: TableInfo, info: GameInfo): void {
    this.table = table;
    this.#bot = false;
    searching.on = true;
    // a line of its own, so that others see somebody waiting, wherever in the inn this browser is
    const line = new Session(table.game, table.id, 0, table.content);
    line.silent = true;
    this.#line = line;
    this.#unwatch = $effect.root(() => {
      $effect(() => {
        const now = line.table;
        if (now && now.status !== 'open') untrack(() => this.#come(now));
      });
    });
    let looking = false;
    this.#timer = setInterval(() => {
      if (looking) return;
      looking = true;
      void this.#join(info, table)
        .catch(() => undefined)
        .finally(() => (looking = false));
    }, LOOK_MS);
  }

  #come(table: TableInfo): void {
    const others = table.seats.filter((seat) => !table.yours?.includes(seat.seat)).map((seat) => seat.name);
    this.#end();
    if (table.status === 'closed') return;
    searching.come = t.find.come(t.list(others), this.#bot);
    sounds.play('bell');
    route.go(`t/${table.id}`);
  }
}

export const search = new Search();
