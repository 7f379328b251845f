/**
 * SHA-256 of a text, in hexadecimal digits. Ours, because browsers keep theirs from pages on plain http, and a game at home
 * is played on plain http.
 */

const K = roundConstants();

/** @param {string} text */
export function sha256(text) {
  return [...words(new TextEncoder().encode(text))].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** The first eight bytes of the digest as a number. @param {string} text */
export function firstEight(text) {
  const [high = 0, low = 0] = words(new TextEncoder().encode(text));
  return (BigInt(high) << 32n) | BigInt(low);
}

/** @param {Uint8Array} bytes @returns {Uint32Array} */
function words(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = Uint32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getUint32(at + 4 * i);
        continue;
      }
      const before = n(w, i - 15);
      const late = n(w, i - 2);
      w[i] = n(w, i - 16) + (turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)) + n(w, i - 7) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, last = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + n(K, i) + n(w, i)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((value, i) => {
      hash[i] = n(hash, i) + value;
    });
  }
  return hash;
}

/** @param {Uint32Array} list @param {number} at */
function n(list, at) {
  return list[at] ?? 0;
}

/** @param {number} value @param {number} by */
function turn(value, by) {
  return (value >>> by) | (value << (32 - by));
}

/** The fractions of the cube roots of the first 64 primes. */
function roundConstants() {
  /** @type {number[]} */
  const primes = [];
  for (let candidate = 2; primes.length < 64; candidate++) {
    if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  }
  return Uint32Array.from(primes, (prime) => {
    // The cube root with 32 bits after the point, exactly: the floating point of machines differs in the last one.
    const wanted = BigInt(prime) << 96n;
    let root = 0n;
    for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) {
      if ((root | bit) ** 3n <= wanted) root |= bit;
    }
    return Number(root & 0xffffffffn);
  });
}
