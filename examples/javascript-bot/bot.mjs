// A bot that plays at a table:
//
//     node bot.mjs http://localhost:8000/ QK4MXB Robo
//
// It was written from docs/protocol.md alone. It joins with the room code, sits down, takes part
// in the shuffle, plays until the game is over, and reconnects if the connection breaks.

import { createHash, randomBytes } from "node:crypto";
import WebSocket from "ws";

const [address, code, name = "Robo"] = process.argv.slice(2);
if (!address || !code) {
  console.error("usage: node bot.mjs ADDRESS ROOM-CODE [NAME]");
  process.exit(2);
}

// ---- The strategy: the only part to change for your own bot.

function leaves(game) {
  if (game.hazards.length >= 2) return true;
  return game.carried + Math.floor(game.path / game.in_cave.length) >= 7;
}

// ---- The table: this bot's identity and its view.

const sender = randomBytes(6).toString("hex"); // Distinguishes this program from others with the same token.
const guest = { table: code, token: undefined, since: undefined, sender };
const nonces = new Map(); // (commitment, seat) -> bytes
const unanswered = new Map(); // id -> message; sent again on every new connection
let socket = null;
let last = 0; // The last id; the table takes only higher ones for new commands.

// Leaving is as long as staying, in case someone observes the encrypted connection.
const encode = (message) => JSON.stringify(message) + (message.leave ? " " : "");

function send(type, fields = {}) {
  const message = { type, id: ++last, ...fields };
  unanswered.set(message.id, message);
  if (socket?.readyState === WebSocket.OPEN) socket.send(encode(message));
}

// Among other fast bots, an immediate new look would exceed the server's limits.
const PAUSE = Number(process.env.BOT_PAUSE_MS ?? 400);
let soon = null;

function look() {
  if (soon !== null) return;
  soon = setTimeout(() => {
    soon = null;
    // One look at a time is enough.
    if (!asked("Look")) send("Look");
  }, PAUSE);
}

function nonceHash(commitment, seat, nonce) {
  const hash = createHash("sha256");
  hash.update("diamant nonce 1\0").update(Buffer.from(commitment, "hex"));
  return hash.update(Buffer.from([seat])).update(nonce).digest("hex");
}

// Every action follows from a view, so missed events do not matter.
function act(view) {
  if (view.phase === "over") {
    const { winners, scores } = view.game;
    console.log(JSON.stringify({ over: true, winners, scores }));
    socket.close(1000);
    process.exitCode = 0;
    return;
  }
  if (view.hands.length === 0) {
    if (!asked("TakeSeat")) send("TakeSeat", { name });
    return;
  }
  const { seat, choice } = view.hands[0];
  const { commitment, hashes, nonces: shown } = view.fairness;
  const key = `${commitment} ${seat}`;
  if (view.phase === "hashes" && hashes[seat] === null && !asked("PromiseNonce")) {
    if (!nonces.has(key)) nonces.set(key, randomBytes(16));
    send("PromiseNonce", { seat, hash: nonceHash(commitment, seat, nonces.get(key)) });
  }
  if (view.phase === "nonces" && shown[seat] === null && nonces.has(key) && !asked("ShowNonce")) {
    send("ShowNonce", { seat, nonce: nonces.get(key).toString("hex") });
  }
  const ours = view.phase === "cave" && view.game.in_cave.includes(seat);
  if (ours && choice === null && !asked("Choose")) {
    send("Choose", { seat, turn: view.turn, leave: leaves(view.game) });
  }
}

function asked(type) {
  return [...unanswered.values()].some((message) => message.type === type);
}

// ---- The connection: connecting and reconnecting.

// After these close codes reconnecting would not help (docs/protocol.md gives the reasons).
const FINAL = new Set([1000, 1002, 1007, 1009, 4400, 4403, 4404, 4406, 4409]);
// After these, wait at least and at most this many milliseconds.
const WAITS = { 1012: [200, 2000], 1013: [5000, 15000], 4410: [500, 2000], 4429: [60000, 75000],
  4430: [100, 500] };

function connect(attempt) {
  const url = new URL("ws", address.endsWith("/") ? address : `${address}/`);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url, { perMessageDeflate: false });
  let welcomed = false;

  socket.on("open", () => {
    // JSON leaves out undefined fields.
    socket.send(JSON.stringify({ type: "Hello", protocol: 3, client: "javascript-bot", ...guest }));
  });
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.type === "Welcome") {
      welcomed = true;
      guest.table = message.table;
      guest.token = message.token ?? guest.token;
      last = Math.max(last, message.last_command);
      if (message.view) guest.since = message.public_number;
      for (const open of unanswered.values()) socket.send(encode(open));
      look();
    } else {
      take(message);
    }
  });
  socket.on("error", (error) => console.error(`the line: ${error.message}`));
  socket.on("close", (close) => {
    if (process.exitCode === 0) return;
    if (FINAL.has(close)) {
      console.error(`turned away with code ${close}`);
      process.exitCode = 1;
      return;
    }
    const next = welcomed ? 0 : attempt + 1;
    const longest = Math.min(8000, 300 * 2 ** next);
    const [least, most] = WAITS[close] ?? [longest / 2, longest];
    setTimeout(() => connect(next), least + Math.random() * (most - least));
  });
}

// After these events the table may wait for this bot.
const CALLS = new Set(["GameStarted", "NoncesAwaited", "CardTurned", "GameFinished", "SeatTaken",
  "SeatMoved", "SeatHandedBack", "GameAbandoned", "ShuffleAbandoned", "RematchBegan"]);

function take(message) {
  switch (message.type) {
    case "Events":
      for (const event of message.events) guest.since = Math.max(guest.since, event.public_number);
      if (message.events.some((event) => CALLS.has(event.event))) look();
      break;
    case "View":
      unanswered.delete(message.id);
      // The view does not contain events that happened while it was on its way.
      if (message.view.public_number < guest.since) look();
      else act(message.view);
      break;
    case "Answer": {
      const command = unanswered.get(message.id);
      unanswered.delete(message.id);
      if (message.refusal) {
        console.error(`${command?.type} refused: ${message.refusal.text}`);
        if (command?.type === "TakeSeat") {
          process.exitCode = 1;
          socket.close(1000);
        }
        look();
      }
      break;
    }
    case "Problem":
      console.error(`${message.code}: ${message.text}`);
      // It is then unknown whether the command was executed; sending the same id again is harmless.
      if (message.code === "database" || message.code === "internal") {
        const command = unanswered.get(message.id);
        setTimeout(() => {
          if (command && socket.readyState === WebSocket.OPEN) socket.send(encode(command));
        }, 1000);
      } else {
        unanswered.delete(message.id);
      }
      break;
    default: // A later server may say more than we know.
  }
}

connect(0);
