// MagicDuel as a boardgame.io game, played by uniformly random legal moves.
//
// The same rules and chance as magicduel_limit.c, so the same games for the same seeds. Answers
// jobs line by line like worker.py; both ways to drive boardgame.io keep its log and build the
// acting seat's view at every step:
//   client   the Client that its tutorial has one write
//   reducer  CreateGameReducer without a store, the least one can get away with
// Moves trust the legal list (a real game would have to check again and answer INVALID_MOVE).
'use strict';

const readline = require('node:readline');
const presets = require('../presets.json');

const [BUBBLE, SPECTER] = [0, 1];
const KINDS = ['bubble', 'specter'];
const COST = [2, 5];
const PLAYER = -1; // a target that is no minion; for a cast: a new minion
const SLOTS = 2;

const optionsOf = (preset) => ({ ...presets.literal, ...presets[preset] });

/** FastChance: sfc32 on 32-bit words. */
class FastChance {
  constructor(seed) {
    const bits = BigInt(seed);
    this.a = 0x9e3779b9;
    this.b = Number(bits & 0xffffffffn) | 0;
    this.c = Number(bits >> 32n) | 0;
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.word();
  }

  word() {
    const drawn = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  }

  below(n) {
    let x = this.word() * n;
    if (x % 4294967296 < n) {
      const threshold = (4294967296 - n) % n;
      while (x % 4294967296 < threshold) x = this.word() * n;
    }
    return Math.floor(x / 4294967296);
  }
}

// ---- The rules, on boardgame.io's G ----

const newPlayer = (o) => ({ hp: o.max_hp, magic: 0, burn: 0, shield: 0, minions: [] });

function setup(o) {
  const G = {
    players: [newPlayer(o), newPlayer(o)],
    active: 0, round: 1, turn: 0, movesLeft: 0, used: [], aiming: 0, nextUid: 1,
    seen: {}, reason: null, winner: -1,
  };
  beginTurn(o, G);
  return G;
}

/** Section 6: the legal list as [move, ...arguments]. */
function legalMoves(o, G) {
  const me = G.players[G.active];
  const foes = G.players[1 - G.active].minions.length;
  const found = [];
  if (G.movesLeft === 0) {
    for (let i = PLAYER; i < foes; i++) found.push(['specter', i]);
    return found;
  }
  const free = (kind) => !o.distinct_moves || !G.used.includes(kind);
  if (free('normal')) {
    for (let burn = 0; burn < 3; burn++) found.push(['normal', PLAYER, burn]);
    for (let i = 0; i < foes; i++) found.push(['normal', i, 0]);
  }
  if (free('pierce')) for (let i = PLAYER; i < foes; i++) found.push(['pierce', i]);
  if (free('heal')) for (let n = 0; n <= o.shield_max_cast; n++) found.push(['heal', n]);
  if (free('magic')) found.push(['magic']);
  for (const kind of [BUBBLE, SPECTER]) {
    if (me.magic < COST[kind] || !free(KINDS[kind])) continue;
    if (me.minions.length < SLOTS) found.push(['cast', kind, PLAYER]);
    else me.minions.forEach((m, i) => { if (m.kind === kind) found.push(['cast', kind, i]); });
  }
  return found;
}

/** MD-4.4 to MD-4.7. */
function hit(player, damage, burn) {
  const absorbed = Math.min(player.shield, damage);
  player.shield -= absorbed;
  if (damage === absorbed) return;
  player.hp -= damage - absorbed;
  player.burn = Math.min(99, player.burn + burn);
}

/** MD-4.9. */
function wound(player, slot, damage) {
  const minion = player.minions[slot];
  minion.hp -= damage;
  if (minion.hp <= 0) player.minions.splice(slot, 1);
}

function finish(G, reason, winner) {
  G.reason = reason;
  G.winner = winner;
}

/** MD-3.2 to MD-3.6, and MD-9.5. */
function beginTurn(o, G) {
  const me = G.players[G.active];
  G.turn += 1;
  G.movesLeft = G.turn === 1 ? o.first_turn_moves : o.moves_per_turn;
  G.used = [];
  G.aiming = 0;
  me.shield = Math.max(me.shield - 1, 0);
  me.hp -= me.burn;
  if (me.hp <= 0) return finish(G, 'burn', 1 - G.active);
  for (const minion of me.minions) {
    minion.age += 1;
    if (minion.kind === BUBBLE) me.magic = Math.min(999, me.magic + 1);
  }
  const bursts = (minion) => minion.kind === BUBBLE && minion.age >= o.bubble_fuse;
  if (me.minions.some(bursts)) {
    for (const m of me.minions) if (bursts(m)) me.magic = Math.min(999, me.magic + m.hp);
    me.minions = me.minions.filter((m) => !bursts(m));
  }
  if (o.repetition_limit && !o.storm_round) {
    const position = positionOf(G);
    G.seen[position] = (G.seen[position] || 0) + 1;
    if (G.seen[position] >= o.repetition_limit) finish(G, 'repetition', -1);
  }
}

/** What counts for repetition (MD-9.5), as a key. */
function positionOf(G) {
  const seats = G.players.map((p) => [
    p.hp, p.magic, p.burn, p.shield, ...p.minions.flatMap((m) => [m.kind, m.hp, m.attack, m.age]),
  ].join());
  return `${G.active} ${G.movesLeft} ${seats[0]} ${seats[1]}`;
}

/** MD-3.9, MD-8.6 and MD-9.6. */
function endTurn(o, G) {
  if (G.active === 1) {
    const [first, second] = G.players;
    if (o.storm_round && G.round >= o.storm_round) {
      const force = G.round - o.storm_round + 1;
      first.hp -= force;
      second.hp -= force;
      if (first.hp <= 0 || second.hp <= 0) {
        return finish(G, 'storm', first.hp > 0 ? 0 : second.hp > 0 ? 1 : -1);
      }
    }
    if (G.round >= o.round_limit) return finish(G, 'limit', -1);
    G.round += 1;
  }
  G.active = 1 - G.active;
  beginTurn(o, G);
}

/** MD-7.10: the Specter being aimed attacks. */
function strike(G, target) {
  const foe = G.players[1 - G.active];
  const damage = G.players[G.active].minions[G.aiming].attack;
  G.aiming += 1;
  if (target === PLAYER) hit(foe, damage, 1); else wound(foe, target, damage);
  if (foe.hp <= 0) finish(G, 'attack', G.active);
}

/** MD-3.8: stops at a Specter that has a choice. */
function aimOrEnd(o, G) {
  const me = G.players[G.active];
  while (G.aiming < me.minions.length) {
    if (me.minions[G.aiming].kind !== SPECTER) { G.aiming += 1; continue; }
    if (G.players[1 - G.active].minions.length) return;
    strike(G, PLAYER);
    if (G.reason) return;
  }
  endTurn(o, G);
}

/** MD-7.2 to MD-7.5. */
function castMinion(G, me, kind, slot) {
  me.magic -= COST[kind];
  if (slot === PLAYER) {
    const [hp, attack] = kind === BUBBLE ? [6, 0] : [10, 1];
    me.minions.push({ uid: G.nextUid, kind, hp, attack, age: 0 });
    G.nextUid += 1;
  } else if (kind === BUBBLE) {
    me.minions[slot].hp += 2;
  } else {
    me.minions[slot].hp += 1;
    me.minions[slot].attack += 1;
  }
}

/** MD-4 to MD-7 as boardgame.io moves: they change a draft of G and end the turn by an event. */
function movesOf(o) {
  const move = (kindOf, effect) => ({ G, events }, ...args) => {
    const seat = G.active;
    const foe = G.players[1 - seat];
    G.used.push(kindOf(...args));
    effect(G, G.players[seat], foe, ...args);
    if (foe.hp <= 0) return finish(G, 'attack', seat);
    G.movesLeft -= 1;
    if (G.movesLeft === 0) aimOrEnd(o, G);
    if (G.active !== seat && !G.reason) events.endTurn();
  };
  return {
    normal: move(() => 'normal', (G, me, foe, target, burn) => {
      const damage = 3 + me.magic;
      me.magic = 0;
      if (target === PLAYER) hit(foe, damage, burn); else wound(foe, target, damage);
    }),
    pierce: move(() => 'pierce', (G, me, foe, target) => {
      if (target === PLAYER) foe.hp -= 5; else wound(foe, target, 5);
    }),
    heal: move(() => 'heal', (G, me, foe, shield) => {
      me.hp = Math.min(o.max_hp, me.hp + 5);
      me.burn = 0;
      me.shield = Math.min(o.shield_cap, me.shield + shield);
    }),
    magic: move(() => 'magic', (G, me) => { me.magic = Math.min(999, me.magic + 4); }),
    cast: move((kind) => KINDS[kind], (G, me, foe, kind, slot) => castMinion(G, me, kind, slot)),
    specter: ({ G, events }, target) => {
      const seat = G.active;
      strike(G, target);
      if (!G.reason) aimOrEnd(o, G);
      if (G.active !== seat && !G.reason) events.endTurn();
    },
  };
}

const gameOf = (o) => ({
  name: 'magicduel',
  setup: () => setup(o),
  moves: movesOf(o),
  // All is public but for `you`, and the repetition table is nobody's business.
  playerView: ({ G, playerID }) => { const { seen, ...open } = G; return { ...open, you: playerID }; },
  endIf: ({ G }) => (G.reason ? { winner: G.winner, reason: G.reason } : undefined),
  ai: { enumerate: (G) => legalMoves(o, G).map(([move, ...args]) => ({ move, args })) },
});

// ---- Driving it ----

const answer = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let Client, internal, version;
try {
  ({ Client } = require('boardgame.io/client'));
  internal = require('boardgame.io/internal');
  ({ version } = require('boardgame.io/package.json'));
} catch (error) {
  answer({ missing: error.message.split('\n')[0] });
  process.exit();
}

/** Each way plays the game of one seed, shows every decision to `told`, and returns the final G. */
const ways = {
  client(o, seed, told) {
    const chance = new FastChance(seed);
    const client = Client({ game: gameOf(o), numPlayers: 2, debug: false });
    let { G } = client.getState();
    while (!G.reason) {
      const list = legalMoves(o, G);
      const index = chance.below(list.length);
      const [move, ...args] = list[index];
      told(G, list, index);
      client.moves[move](...args);
      ({ G } = client.getState());
    }
    return G;
  },
  reducer(o, seed, told) {
    const chance = new FastChance(seed);
    const game = internal.ProcessGameConfig(gameOf(o));
    const reducer = internal.CreateGameReducer({ game });
    const log = [];
    let state = internal.InitializeGame({ game, numPlayers: 2 });
    while (!state.G.reason) {
      const playerID = state.ctx.currentPlayer;
      const view = game.playerView({ G: state.G, ctx: state.ctx, playerID });
      const list = legalMoves(o, view);
      const index = chance.below(list.length);
      const [type, ...args] = list[index];
      told(view, list, index);
      state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args, playerID } });
      log.push(...state.deltalog);
    }
    return state.G;
  },
};

// ---- Traces ----

function idOf(G, [move, ...args]) {
  const me = G.players[G.active];
  const aimed = (slot) => (slot === PLAYER ? 'player' : G.players[1 - G.active].minions[slot].uid);
  switch (move) {
    case 'normal': return `attack:normal:${args[1]}:${aimed(args[0])}`;
    case 'pierce': return `attack:pierce:${aimed(args[0])}`;
    case 'heal': return `heal:${args[0]}`;
    case 'magic': return 'magic';
    case 'specter': return `specter:${me.minions[G.aiming].uid}:${aimed(args[0])}`;
    default: {
      const kind = KINDS[args[0]];
      return args[1] === PLAYER ? `summon:${kind}` : `buff:${kind}:${me.minions[args[1]].uid}`;
    }
  }
}

const describe = (p) => `hp ${p.hp} magic ${p.magic} burn ${p.burn} shield ${p.shield}`
  + p.minions.map((m) => ` ${KINDS[m.kind]}:${m.uid}:${m.hp}:${m.attack}:${m.age}`).join('');

function trace(way, preset, seed) {
  const lines = [];
  const told = (G, list, index) => lines.push(`${index}/${list.length} ${idOf(G, list[index])}`);
  const G = ways[way](optionsOf(preset), seed, told);
  lines.push(...G.players.map(describe));
  lines.push(`round ${G.round} turn ${G.turn} winner ${G.winner} ${G.reason}`);
  return `${lines.join('\n')}\n`;
}

/** COUNT games from seed 1 on: the decisions asked and the CPU seconds they took. */
function measure(way, preset, count) {
  const o = optionsOf(preset);
  let work = 0;
  const told = () => { work += 1; };
  const before = process.cpuUsage();
  for (let seed = 1; seed <= count; seed++) ways[way](o, seed, told);
  const { user, system } = process.cpuUsage(before);
  return { work, cpu: (user + system) / 1e6 };
}

// ---- Jobs, line by line ----

const way = process.argv[2];
answer({
  version: `boardgame.io ${version}, node ${process.versions.node}`,
  jobs: ['watched tournament', 'watched literal'],
  presets: ['tournament', 'literal'],
});
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { job, size, trace: preset, seed } = JSON.parse(line);
  if (preset) answer({ text: trace(way, preset, seed) });
  else answer(measure(way, job.split(' ')[1], size));
});
