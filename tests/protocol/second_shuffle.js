// The deal exchange and the shuffle a second time, from the text of docs/PROTOCOL.md alone: `node second_shuffle.js FOLDER`
// prints OK, or what differs from the test vectors in that folder. It needs nothing but Node.

"use strict";

const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const ascii = (text) => Buffer.from(text, "ascii");
const hex = (text) => Buffer.from(text, "hex");

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

// What is hashed

const place = (tableId, round, attempt) => Buffer.concat([tableId, u32(round), u32(attempt)]);

function commitmentInput(tableId, round, attempt, seat, value) {
  const host = seat === null;
  const who = Buffer.from([host ? 255 : seat]);
  return Buffer.concat([ascii("skipbo/1"), ascii(host ? "host" : "seat"), place(tableId, round, attempt), who, value]);
}

function seedInput(tableId, round, attempt, secret, nonces) {
  const lowestFirst = [...nonces].sort((a, b) => a.seat - b.seat);
  const given = lowestFirst.map(({ seat, nonce }) => Buffer.concat([Buffer.from([seat]), hex(nonce)]));
  return Buffer.concat([ascii("skipbo/1"), ascii("seed"), place(tableId, round, attempt), secret, ...given]);
}

const givenRoundSeed = (k, matchSeed) => sha256(ascii("skipbo/1"), ascii("round"), u32(k), matchSeed);

// The shuffle

function* words(label, k, seed) {
  const key = sha256(ascii("skipbo/1"), ascii(label), u32(k), seed);
  for (let counter = 0; ; counter += 1) {
    const block = sha256(key, u64(counter));
    for (let offset = 0; offset < 32; offset += 4) yield block.readUInt32BE(offset);
  }
}

function choice(stream, n) {
  for (;;) {
    const word = stream.next().value;
    if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
  }
}

const DECK = [...Array.from({ length: 144 }, (_, index) => Math.floor(index / 12) + 1), ...Array(18).fill(0)];

function shuffled(pool, label, k, seed) {
  const rank = (card) => (card === 0 ? 13 : card);
  const cards = [...pool].sort((a, b) => rank(a) - rank(b));
  const stream = words(label, k, seed);
  for (let i = cards.length - 1; i >= 1; i -= 1) {
    const j = choice(stream, i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

function drawnDealer(players, cards) {
  let next = 0;
  let left = Array.from({ length: players }, (_, seat) => seat);
  while (left.length > 1) {
    const drawn = left.map(() => {
      while (cards[next] === 0) next += 1;
      return cards[next++];
    });
    const highest = Math.max(...drawn);
    left = left.filter((_, index) => drawn[index] === highest);
  }
  return left[0];
}

// The vectors

const folder = process.argv[2] ?? join(__dirname, "..", "..", "docs", "vectors");
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf-8"));
const differences = [];

function expect(what, found, wanted) {
  const [mine, theirs] = [found, wanted].map((value) => JSON.stringify(Buffer.isBuffer(value) ? value.toString("hex") : value));
  if (mine !== theirs) differences.push(`${what}: ${mine} instead of ${theirs}`);
}

const fairness = read("fairness.json");
const tableId = hex(fairness.table_id);
const secret = hex(fairness.secret);
for (const one of fairness.commitments) {
  const where = `commitment of round ${one.round}, attempt ${one.attempt}, seat ${one.seat}`;
  const input = commitmentInput(tableId, one.round, one.attempt, one.seat, hex(one.value));
  expect(`${where}, length`, input.length, 69);
  expect(`${where}, input`, input, one.input);
  expect(where, sha256(input), one.commitment);
}
const PILE = Array.from({ length: 12 }, (_, index) => index + 1);
for (const one of fairness.seeds) {
  const where = `round ${one.round}, attempt ${one.attempt}, ${one.nonces.length} numbers`;
  const input = seedInput(tableId, one.round, one.attempt, secret, one.nonces);
  const seed = sha256(input);
  const drawn = shuffled(DECK, "dealer", 0, seed);
  const dealt = shuffled(DECK, "deal", 0, seed);
  expect(`${where}, length`, input.length, 68 + 33 * one.nonces.length);
  expect(`${where}, input`, input, one.input);
  expect(`${where}, seed`, seed, one.seed);
  expect(`${where}, dealer draw`, drawn.slice(0, 12), one.dealer_draw_begins);
  expect(`${where}, whole dealer draw`, sha256(Buffer.from(drawn)), one.dealer_draw_sha256);
  expect(`${where}, dealer by drawing`, drawnDealer(one.players, drawn), one.dealer_draw);
  expect(`${where}, dealer by chance`, choice(words("dealer", 0, seed), one.players), one.dealer_random);
  expect(`${where}, deal`, dealt.slice(0, 12), one.deal_begins);
  expect(`${where}, whole deal`, sha256(Buffer.from(dealt)), one.deal_sha256);
  expect(`${where}, recycle`, [0, 1].map((k) => shuffled(PILE, "recycle", k, seed)), one.recycle);
}

const shuffle = read("shuffle.json");
const roundSeed = hex(shuffle.round_seed);
shuffle.round_seeds.forEach((wanted, k) => {
  expect(`given round seed ${k}`, givenRoundSeed(k, hex(shuffle.match_seed)), wanted);
});
for (const one of shuffle.shuffles) {
  expect(`${one.label} ${one.k}`, shuffled(one.pool, one.label, one.k, roundSeed), one.order);
}
for (const one of shuffle.choices) {
  expect(`choice among ${one.among}`, choice(words(one.label, 0, roundSeed), one.among), one.choice);
}

console.log(differences.length === 0 ? "OK" : differences.join("\n"));
process.exitCode = differences.length === 0 ? 0 : 1;
