/** The digests of a draw come out of the browser's code as they come out of Python's. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as agreement from "../../../src/quixotry/web/static/js/agreement.js";
import { firstEight, sha256 } from "../../../src/quixotry/web/static/js/sha256.js";

const vectors = JSON.parse(readFileSync(new URL("../../fair/vectors.json", import.meta.url), "utf8"));

test("SHA-256 is SHA-256, at every length around a block and beyond ASCII", () => {
  for (let length = 0; length < 200; length++) {
    const text = "é".repeat(length % 7) + "x".repeat(length);
    const digest = createHash("sha256").update(text).digest();
    assert.equal(sha256(text), digest.toString("hex"));
    assert.equal(firstEight(text), digest.readBigUInt64BE());
  }
});

test("the vectors come out", () => {
  const draw = { ...vectors, terms: vectors.terms };
  assert.equal(agreement.commitmentOf(vectors.seed), vectors.commitment);
  assert.equal(agreement.linkOf(draw), vectors.link);
  assert.equal(agreement.termsOf(vectors.terms_text), vectors.terms);
  assert.deepEqual(vectors.shares.map((share, seat) => share && agreement.pledgeOf(vectors.link, seat, share)), vectors.pledges);
  assert.equal(agreement.mixedSeed(vectors.seed, draw), vectors.mix);
  assert.equal(agreement.linkOf({ number: 2, previous: vectors.link, commitment: agreement.commitmentOf(vectors.next_seed) }), vectors.next_link);
});

test("a share is 32 bytes, and never the same", () => {
  const made = new Set(Array.from({ length: 20 }, () => agreement.newShare()));
  assert.equal(made.size, 20);
  for (const share of made) assert.match(share, /^[0-9a-f]{64}$/);
});
