import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({
  version: z.string(),
  rules_sha256: z.string(),
  made_at: z.string(),
  fired: z.number().int(),
  silent: z.number().int(),
});

/** The result of the newest selftest on the synthetic data of the sandbox. */
export type SelftestRecord = z.infer<typeof recordSchema>;

/** Keeps the result of a selftest, which the close of a month asks for. */
export async function recordSelftest(path: string, record: SelftestRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.tmp`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** The recorded result; undefined where there is none that can be read. */
export async function readSelftest(path: string): Promise<SelftestRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
