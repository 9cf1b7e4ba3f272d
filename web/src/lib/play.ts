/** The short ways to a table. */
import { api } from './api';
import { setTable } from './dice';
import type { TableInfo } from './protocol';
import { route } from './route.svelte';
import { settings } from './settings.svelte';
import { t } from './text';

/** One click: you and as many bots as the game needs, at the level that fits you, or you alone where that is a game. */
export async function playNow(game: string, alone = false): Promise<void> {
  const info = await api.game(game);
  const seats = alone ? info.game.least : Math.min(Math.max(2, info.game.least), info.game.most);
  const table = await setTable({
    game,
    seats: [{ who: 'you', name: settings.name }, ...Array.from({ length: seats - 1 }, () => ({ who: 'bot' as const }))],
  });
  route.go(`t/${table.id}`);
}

/** A tour is a real table with both seats yours; the tour plays the second. */
export async function takeTour(game: string, preset: string, options: Record<string, unknown>): Promise<void> {
  const table = await setTable({
    game,
    preset,
    options,
    seats: [
      { who: 'you', name: settings.name },
      { who: 'you', name: t.tutorial.rival },
    ],
  });
  route.go(`t/${table.id}/tour`);
}

/** Give up what nobody goes on with. */
export async function putAway(table: TableInfo): Promise<void> {
  const { Session } = await import('./session.svelte');
  const line = new Session(table.game, table.id, table.yours?.[0] ?? 0, table.content);
  line.silent = true;
  await line.resign();
  line.close();
}

/** A code (goose-4117), a link, or the end of one. */
export async function join(typed: string): Promise<void> {
  const text = typed.trim();
  const id = /t\/([A-Za-z0-9_-]{22})/.exec(text)?.[1];
  const table = id ?? (await api.code(text.toLowerCase())).id;
  route.go(`t/${table}`);
}
