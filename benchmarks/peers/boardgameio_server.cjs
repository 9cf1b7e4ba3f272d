// The boardgame.io server with MagicDuel, and a load of two programs per match for it.
//
//   node boardgameio_server.cjs serve PORT
//   node boardgameio_server.cjs load PORT MATCHES ACTIONS AT_ONCE SEED
//
// The rules are those of magicduel_boardgameio.cjs, read from there. Storage is boardgame.io's default, in
// memory. The load speaks its socket protocol directly, over WebSockets only, and prints one line of JSON.
'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const source = fs.readFileSync(path.join(__dirname, 'magicduel_boardgameio.cjs'), 'utf8');
const rules = source.split('// ---- Driving it ----')[0];
const { gameOf, legalMoves, optionsOf, FastChance } = new Function(
  'require', `${rules}; return { gameOf, legalMoves, optionsOf, FastChance };`,
)(require);

const options = optionsOf('tournament');

function serve(port) {
  const { Server } = require('boardgame.io/server');
  const server = Server({ games: [gameOf(options)], origins: ['*'] });
  const silent = () => {};
  console.info = silent;
  server.run({ port, callback: () => process.stdout.write('ready\n') });
}

/** One match with both its players connected. */
class Match {
  constructor(port, chance) {
    this.port = port;
    this.chance = chance;
    this.players = [];
    this.waiting = [];
  }

  async open() {
    const { io } = require('socket.io-client');
    const matchID = crypto.randomUUID(); // a match that nobody has set is set on demand, without credentials
    this.id = matchID;
    for (const playerID of ['0', '1']) {
      const socket = io(`http://127.0.0.1:${this.port}/magicduel`, { transports: ['websocket'], forceNew: true });
      const player = { playerID, socket, state: null };
      this.players.push(player);
      socket.on('sync', (_, info) => { player.state = info.state; this.wake(); });
      socket.on('update', (_, state) => { player.state = state; this.wake(); });
      await new Promise((resolve) => socket.on('connect', resolve));
      socket.emit('sync', matchID, playerID, undefined, 2);
    }
    await this.until(() => this.players.every((player) => player.state));
  }

  wake() {
    const waiting = this.waiting;
    this.waiting = [];
    for (const again of waiting) again();
  }

  async until(fits) {
    while (!fits()) await new Promise((resolve) => { this.waiting.push(resolve); });
  }

  get over() { return this.players[0].state.ctx.gameover !== undefined; }

  async act() {
    const { G, ctx, _stateID } = this.players[0].state;
    const player = this.players[Number(ctx.currentPlayer)];
    const list = legalMoves(options, G);
    const [type, ...args] = list[this.chance.below(list.length)];
    const payload = { type, args, playerID: player.playerID };
    const began = performance.now();
    player.socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.id, player.playerID);
    await this.until(() => player.state._stateID > _stateID);
    const took = performance.now() - began;
    await this.until(() => this.players.every((one) => one.state._stateID > _stateID));
    return took;
  }
}

async function load(port, count, actions, atOnce, seed) {
  const chance = new FastChance(seed);
  const matches = [];
  for (let i = 0; i < count; i++) {
    const match = new Match(port, chance);
    await match.open();
    matches.push(match);
  }
  process.stdout.write('open\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const times = [];
  const idle = matches.slice();
  let left = actions;
  const began = performance.now();
  const player = async () => {
    while (left > 0 && idle.length > 0) {
      left -= 1;
      const match = idle.shift();
      times.push(await match.act());
      if (!match.over) idle.push(match);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, player));
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${JSON.stringify({ actions: times.length, seconds, milliseconds: times })}\n`);
  process.exit();
}

const [how, ...numbers] = process.argv.slice(2);
if (how === 'serve') serve(Number(numbers[0]));
else load(...numbers.map(Number));
