/** SHA-256. Browsers have their own, but only on pages behind HTTPS, and an inn at home has none. */

/** The first 32 bits behind the point. */
const behind = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const ROUND = primes.map((prime) => behind(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => behind(Math.sqrt(prime)));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function padded(message: Uint8Array): DataView {
  const length = (message.length + 9 + 63) & ~63;
  const all = new Uint8Array(length);
  all.set(message);
  all[message.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(length - 4, message.length * 8);
  return view;
}

/** The digest of at most 256 MB, in hexadecimal. */
export function sha256(message: Uint8Array): string {
  const view = padded(message);
  const sum = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getInt32(block + 4 * i);
        continue;
      }
      const late = w[i - 2]!;
      const early = w[i - 15]!;
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i]! + w[i]!) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (sum[i] = (sum[i]! + part) | 0));
  }
  return sum.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Bytes written in hexadecimal. */
export function unhex(hex: string): Uint8Array {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}
