import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { BookKind } from '../connectors/files/columns.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { bringCallbackKeys } from './callback-keys.ts';
import { loadNewReceipts, writeCompanies } from './load.ts';
import { withRunLock } from './run-lock.ts';

const receiptKinds: Record<BookKind, string> = { orders: 'orders', bank: 'bank_statement', callbacks: 'callbacks' };

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function putBook(landing: Landing, company: CompanyConfig, kind: BookKind, file: string): Promise<Receipt> {
  return landing.put(
    {
      source: 'books',
      kind: receiptKinds[kind],
      company: company.name,
      batch_id: null,
      page: null,
      is_last_page: null,
      request: null,
      currency: company.currencies.length === 1 ? (company.currencies[0] ?? null) : null,
      window_from: null,
      window_to: null,
      received_at: Temporal.Now.instant().round('millisecond').toString(),
      ext: kind === 'callbacks' ? 'jsonl' : 'csv',
      content_type: null,
      original_name: basename(file),
    },
    { file },
  );
}

/** Takes in the files of the configuration that changed since they were last taken in. */
export async function bringBooks(landing: Landing, config: LoadedConfig, company: CompanyConfig): Promise<void> {
  for (const kind of ['orders', 'bank', 'callbacks'] as const) {
    const named = company.books[kind]?.file;
    if (named === undefined) continue;
    const file = isAbsolute(named) ? named : resolve(dirname(config.path), named);
    const sha256 = await sha256Of(file).catch((cause: unknown) => {
      throw new TieoutError({
        code: 'BOOK_FILE_MISSING',
        message: `The ${kind} file of ${company.name} cannot be read.`,
        remedy: `Put it there, or take books.${kind}.file out of the configuration.`,
        place: { file },
        exitStatus: 4,
        cause,
      });
    });
    const newest = (receiptKind: string) =>
      landing.receipts().findLast((receipt) => receipt.company === company.name && receipt.kind === receiptKind);
    const last = newest(receiptKinds[kind]);
    if (kind === 'callbacks') await bringCallbackKeys(landing, config, company, last?.sha256 !== sha256);
    const isKeyNewer = kind === 'callbacks' && (newest('public_key')?.receipt_id ?? 0) > (last?.receipt_id ?? 0);
    if (last?.sha256 !== sha256 || isKeyNewer) await putBook(landing, company, kind, file);
  }
}

/**
 * Brings one of the merchant's own files into landing and the warehouse. Gives the days that it tells of and that were
 * run before, which is what there is to judge again; undefined when there are none. A file that is refused is an error.
 */
export async function importBook({
  config,
  company,
  kind,
  file,
  progress,
}: {
  config: LoadedConfig;
  company: CompanyConfig;
  kind: BookKind;
  file: string;
  progress: Progress;
}): Promise<Period | undefined> {
  const paths = dataPaths(config.data_dir);
  return withRunLock(paths.lock, async () => {
    const landing = await openLanding(paths.landing);
    if (kind === 'callbacks') await bringCallbackKeys(landing, config, company, true);
    const receipt = await putBook(landing, company, kind, file);
    const warehouse = await openWarehouse(paths.warehouse);
    try {
      await writeCompanies(warehouse.connection, config);
      await loadNewReceipts(warehouse.connection, landing, company, receipt.receipt_id, progress);
      const [refused] = await readRows(
        warehouse.connection,
        `select load_code, load_message from raw.receipt where file_id = $id and load_status = 'refused'`,
        { id: receipt.receipt_id },
      );
      if (refused !== undefined) {
        throw new TieoutError({
          code: String(refused.load_code),
          message: String(refused.load_message),
          remedy: 'Nothing of the file was loaded; what was known before still holds.',
          place: { file },
          exitStatus: 4,
        });
      }
      const [days] = await readRows(
        warehouse.connection,
        `select min(verdict.business_date)::text as first_day, max(verdict.business_date)::text as last_day
         from recon.verdict as verdict
         inner join core.book_coverage as coverage on coverage.company = verdict.company and coverage.kind = $kind
         where verdict.company = $company and verdict.business_date between coverage.first_day and coverage.last_day`,
        { company: company.name, kind },
      );
      if (typeof days?.first_day !== 'string' || typeof days.last_day !== 'string') return undefined;
      return {
        from: Temporal.PlainDate.from(days.first_day),
        to: Temporal.PlainDate.from(days.last_day).add({ days: 1 }),
      };
    } finally {
      warehouse.close();
    }
  });
}
