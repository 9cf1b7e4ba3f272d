/** The server's REST side. Every refusal becomes a `Refused` with the reason in the innkeeper's words. */
import type {
  Analysis,
  Checked,
  Credentials,
  DeckFile,
  DeckInfo,
  Hint,
  GameInfo,
  GameSummary,
  Leaderboard,
  Me,
  NewStudy,
  NewTable,
  Player,
  Practise,
  Refusal,
  RulebookInfo,
  Seated,
  Sit,
  Start,
  StrengthInfo,
  StudyInfo,
  TableChange,
  TableInfo,
  TableList,
  Tape,
  Update,
  Verdict,
  Words,
  WorkshopInfo,
} from './protocol';
import { t } from './text';

/** The cards of a pack as their designer wrote them: file, kind, id, fields. */
export type Content = Record<string, Record<string, unknown>>;

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.reason);
  }
}

/** Asked by the opening of the page (tools/opening.ts) before this code was here; each answer is good once. */
function asked(path: string): Promise<Response> | undefined {
  const answers = (window as { asked?: Record<string, Promise<Response>> }).asked;
  const answer = answers?.[path];
  delete answers?.[path];
  return answer;
}

/** What the server wrote into the page itself. */
function written<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const early = method === 'GET' ? asked(path) : undefined;
    answer = await (early ??
      fetch(`/api${path}`, {
        method,
        headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }));
  } catch {
    throw new Refused(0, { reason: t.error.line, clause: null, legal: [] });
  }
  const text = await answer.text();
  if (!answer.ok) {
    let refusal: Refusal = { reason: t.error.server, clause: null, legal: [] };
    try {
      const said = JSON.parse(text);
      if (answer.status < 500 && typeof said.reason === 'string') refusal = { ...said, reason: t.chairs(said.reason) };
    } catch {
      // not from the innkeeper: the standard sentence stands
    }
    throw new Refused(answer.status, refusal);
  }
  return (text ? JSON.parse(text) : null) as T;
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown = undefined) => call<T>('POST', path, body);

/** The games as they were when the page was sent; empty where the server does not write them into it. */
export const gamesAtHand = (): GameSummary[] => written<GameSummary[]>('games') ?? [];

export const api = {
  games: () => get<GameSummary[]>('/games'),
  game: (id: string) => get<GameInfo>(`/games/${id}`),
  rules: (id: string) => get<RulebookInfo>(`/games/${id}/rulebook`),
  strength: (id: string) => get<StrengthInfo>(`/games/${id}/strength`),
  content: (id: string, hash: string) => get<Content>(`/games/${id}/content/${hash}`),
  readDeck: (id: string, body: DeckFile) => post<DeckInfo>(`/games/${id}/decks`, body),
  open: (game?: string) => get<TableList>(`/tables?status=open${game ? `&game=${game}` : ''}`),
  create: (table: NewTable) => post<Seated>('/tables', table),
  table: (id: string) => get<TableInfo>(`/tables/${id}`),
  code: (code: string) => get<TableInfo>(`/codes/${encodeURIComponent(code)}`),
  now: (id: string, seat: number | null, since: number) =>
    get<Update>(`/tables/${id}/view?since=${Math.max(-1, since)}${seat === null ? '' : `&seat=${seat}`}`),
  sit: (id: string, body: Sit) => post<Seated>(`/tables/${id}/sit`, body),
  hint: (id: string, seat: number) => call<Hint>('GET', `/tables/${id}/hint?seat=${seat}`),
  seatBot: (id: string, seat: number, bot: string | null) =>
    call<TableInfo>('PUT', `/tables/${id}/seats/${seat}`, { who: 'bot', bot }),
  getUp: (id: string, seat: number) => call<null>('DELETE', `/tables/${id}/seats/${seat}`),
  change: (id: string, body: TableChange) => call<TableInfo>('PATCH', `/tables/${id}`, body),
  clear: (id: string) => call<null>('DELETE', `/tables/${id}`),
  start: (id: string, body: Start) => post<TableInfo>(`/tables/${id}/start`, body),
  openWords: (id: string, body: Words) => post<TableInfo>(`/tables/${id}/words`, body),
  rematch: (id: string) => post<TableInfo>(`/tables/${id}/rematch`),
  practise: (id: string, body: Practise) => post<Seated>(`/tables/${id}/practise`, body),
  tape: (id: string) => get<Tape>(`/tables/${id}/tape`),
  moment: (id: string, at: number, eyes: number | null) =>
    get<Update>(`/tables/${id}/replay?at=${at}${eyes === null ? '' : `&as=${eyes}`}`),
  analysis: (id: string, knowing: number | null) =>
    get<Analysis>(`/tables/${id}/analysis${knowing === null ? '' : `?as=${knowing}`}`),
  record: (id: string) => get<Record<string, unknown>>(`/tables/${id}/record`),
  verify: (id: string) => get<Verdict>(`/tables/${id}/verify`),
  me: () => get<Me>('/me'),
  register: (body: Credentials) => post<Me>('/accounts', body),
  login: (body: Credentials) => post<Me>('/login', body),
  logout: () => post<null>('/logout'),
  player: (name: string) => get<Player>(`/players/${encodeURIComponent(name)}`),
  workshop: () => get<WorkshopInfo>('/workshop'),
  checkStudy: (body: NewStudy) => post<Checked>('/workshop/check', body),
  askStudy: (body: NewStudy) => post<StudyInfo>('/workshop/studies', body),
  study: (id: string) => get<StudyInfo>(`/workshop/studies/${id}`),
  dropStudy: (id: string) => call<null>('DELETE', `/workshop/studies/${id}`),
  leaders: (game: string) => get<Leaderboard>(`/leaderboard/${game}`),
};

/** The mark of one wish, so that it is carried out once however often it is sent. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
