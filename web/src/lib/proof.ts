/** The browser's own part of checking the dice: is the opened seed the one that was promised? */
function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

export async function sha256(hex: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes(hex));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `here` is null where the browser has no means to hash (a page without HTTPS). */
export async function seedMatches(record: Record<string, unknown>, commitment: string): Promise<{ here: boolean | null; words: string }> {
  const chance = (record.chance ?? {}) as { seed?: string; nonces?: string[] };
  const words = (chance.nonces ?? []).filter(Boolean).join(', ');
  if (!chance.seed || !globalThis.crypto?.subtle) return { here: null, words };
  return { here: (await sha256(chance.seed)) === commitment, words };
}
