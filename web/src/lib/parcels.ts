/** What a landlord brings to the workshop, as it is sent. */
import type { NewStudy } from './protocol';

export type Parcel = Pick<NewStudy, 'files' | 'archive'>;

const MOST = 60_000; // bytes of a request that cards may take
const HOUSE = /(^|\/)\./; // what systems put beside one's own files

/** The files that somebody picked; null if they are too large to be sent. */
export async function packed(picked: File[]): Promise<Parcel | null> {
  const mine = picked.filter((file) => !HOUSE.test(file.webkitRelativePath || file.name));
  const only = mine.length === 1 ? mine[0] : undefined;
  if (only?.name.toLowerCase().endsWith('.zip')) {
    if (only.size > (MOST * 3) / 4) return null;
    return { archive: base64(new Uint8Array(await only.arrayBuffer())) };
  }
  if (mine.reduce((sum, file) => sum + file.size, 0) > MOST) return null;
  const files = Object.fromEntries(await Promise.all(mine.map(async (file) => [file.name, await file.text()])));
  return JSON.stringify(files).length > MOST ? null : { files };
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
