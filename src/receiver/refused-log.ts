import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../disk/files.ts';

/** At most twice as much is kept of what was refused, so that nobody can fill the disk with it. */
const largest = 4 * 1024 ** 2;
/** Of a body and of a header; control characters take six times as much. */
const longestBody = 16 * 1024;
const longestText = 2048;

/** The path of what was refused, in the folder of a company's segments. */
export const refusedPath = (folder: string): string => join(folder, 'refused.jsonl');

/** The path of what was refused before. */
export const refusedBeforePath = (folder: string): string => join(folder, 'refused-before.jsonl');

/** A delivery that was not accepted, with the reason. */
export type Refused = {
  received_at: string;
  path: string;
  reason: 'not_signed' | 'not_text';
  signature: string;
  event_type: string | null;
  body: Buffer;
};

/** Keeps refused deliveries for people, apart from those that count. While one is written, others are only counted. */
export function openRefusedLog(folder: string): (refused: Refused) => Promise<void> {
  const path = refusedPath(folder);
  let isWriting = false;

  async function write({ body, signature, event_type, ...refused }: Refused): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const size = (await ifThere(() => stat(path)))?.size ?? 0;
    if (size > largest) await rename(path, refusedBeforePath(folder));
    const shown = {
      ...refused,
      signature: signature.slice(0, longestText),
      event_type: event_type?.slice(0, longestText) ?? null,
      bytes: body.length,
      body: body.subarray(0, longestBody).toString('utf8'),
    };
    await appendFile(path, `${JSON.stringify(shown)}\n`, { mode: 0o600 });
  }

  return async (refused) => {
    if (isWriting) return;
    isWriting = true;
    await write(refused).finally(() => {
      isWriting = false;
    });
  };
}
