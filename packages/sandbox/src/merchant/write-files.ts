import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvStream } from '../gateway/statement-file.ts';
import type { MerchantScenario } from '../scenario.ts';

/** Writes orders.csv, bank.csv, callbacks.jsonl and truth.json, readable only by this user. The same scenario gives the same bytes. */
export async function writeMerchantFiles(
  folder: string,
  scenario: Pick<MerchantScenario, 'orderRows' | 'bankRows'> & { callbackLines: Iterable<string> },
  truth: unknown,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = (name: string) => createWriteStream(join(folder, name), { mode: 0o600 });
  await pipeline(csvStream(scenario.orderRows()), file('orders.csv'));
  await pipeline(csvStream(scenario.bankRows()), file('bank.csv'));
  await pipeline(Readable.from(scenario.callbackLines), file('callbacks.jsonl'));
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`, { mode: 0o600 });
}
