import { stat } from 'node:fs/promises';
import { isSpanOnly, jsonLines } from 'tieout-files';
import { z } from 'zod';
import { configurationAccess } from '../company/connector-context.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { secretsOf } from '../config/secret.ts';
import type { Finding } from '../connectors/connector.ts';
import { type Book, type BookFile, booksOf, findBookFiles } from '../connectors/files/book-files.ts';
import { type FilesSection, filesConfiguration } from '../connectors/files/configuration.ts';
import { timestamp } from '../domain/clock.ts';
import type { SecretOf } from '../domain/secrets.ts';
import { english } from '../messages/words.ts';
import { importableKinds } from '../pipeline/import-file.ts';
import { derive } from '../warehouse/derive.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { type FileToRead, readFileAs } from './read-file.ts';

/** The evidence of a book's newest file for its days: a sentence, and whether it proves any. */
type Proof = { isProven: boolean; detail: string };

/** The first line of a file of callbacks; their signatures are verified when they are loaded. */
async function proofOfCallbacks({ path, name }: BookFile): Promise<Proof> {
  for await (const entry of jsonLines({ path, fileName: name, title: 'callback file' })) {
    const isStated = 'record' in entry && isSpanOnly(Object.keys(entry.record));
    if (isStated) return { isProven: true, detail: `${name} states in its first line which days it covers` };
    break;
  }
  return { isProven: false, detail: `${name} does not state in its first line which days it covers` };
}

/** A file as if it arrived now. */
async function arriving({ path, name }: BookFile, { clock }: LoadedConfig): Promise<FileToRead> {
  return { path, name, bytes: (await stat(path)).size, receivedAt: timestamp(clock) };
}

/** The days that a file covers when it is read by the current terms. A refused file proves no days. */
async function proofOfTable(
  warehouse: Warehouse,
  id: number,
  file: FileToRead,
  { kind }: Book,
  company: CompanyConfig,
  secretOf: SecretOf,
): Promise<Proof> {
  const { name } = file;
  const importable = importableKinds(company).find((one) => one.kind === kind);
  if (importable === undefined) throw new Error(`no connector imports ${kind}`);
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const currency = importable.declaration.currency ?? only;
  const { error } = await readFileAs(warehouse, id, file, importable, company, currency, [], false, secretOf);
  if (error !== null) return { isProven: false, detail: `${name} is refused: ${error.message}` };
  await derive(warehouse.connection);
  const spans = await readRows(
    warehouse.connection,
    `select core.day_text(min(first_day)) || ' to ' || core.day_text(max(last_day)) as span from core.coverage
     where receipt_id = $id having count(*) > 0`,
    { id },
  );
  const [span] = spans;
  if (span !== undefined) return { isProven: true, detail: `${name} covers ${textOf(span, 'span')}` };
  const [last] = await readRows(
    warehouse.connection,
    'select problem from core.last_own_file where receipt_id = $id and problem is not null',
    { id },
  );
  const problem = last === undefined ? `${name} covers no day.` : english().sentence(textOf(last, 'problem'));
  return { isProven: false, detail: problem.replace(/\.$/, '') };
}

const unproven = ({ section, kind, name }: Book) =>
  [
    `A day without proof is never reconciled. If every export is whole, declare it in the configuration: books.${section}.covers: through_previous_day.`,
    `Or declare the days of each file: tieout import ${name} FILE --covers FIRST..LAST.`,
    kind === 'callbacks'
      ? 'Or write a first line such as {"covers": {"from": "2026-11-01", "through": "2026-11-20"}}.'
      : 'Or export with a row above the header such as "Period: 2026-11-01 to 2026-11-20".',
  ].join(' ');

/** Whether the newest file of each book proves the days that it covers, unless the configuration declares it. */
export async function coverageFindings(config: LoadedConfig, company: CompanyConfig): Promise<Finding[]> {
  const section: FilesSection = z.object(filesConfiguration).parse(company);
  const { resolvePath } = configurationAccess(config);
  const findings: Finding[] = [];
  let warehouse: Warehouse | undefined;
  try {
    for (const [index, book] of booksOf(section).entries()) {
      if (!book.isRequired) continue;
      const check = `days of the ${book.section} files`;
      const found = await findBookFiles(book.entries, resolvePath, book.formats);
      const file = found.files.at(-1);
      if (file === undefined) continue;
      if (book.covers !== undefined) {
        const detail = 'each file is declared whole, through the day before it arrives (covers: through_previous_day)';
        findings.push({ check, isOk: true, detail, fix: null });
        continue;
      }
      if (book.kind !== 'callbacks') warehouse ??= await openWarehouse(':memory:');
      const { isProven, detail } =
        warehouse === undefined || book.kind === 'callbacks'
          ? await proofOfCallbacks(file)
          : await proofOfTable(warehouse, index + 1, await arriving(file, config), book, company, secretsOf(config));
      findings.push({ check, isOk: isProven, detail, fix: isProven ? null : unproven(book) });
    }
  } finally {
    warehouse?.close();
  }
  return findings;
}
