import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';

export const folder = mkdtempSync(join(tmpdir(), 'tieout-given-'));
let lastReceipt = 0;

/** A file as it stands in landing: bytes on disk and the receipt's facts, with a company `acme` in Kuala Lumpur. */
export function landed(content: string | Buffer, facts: Partial<LandedFile> & { kind: string }): LandedFile {
  lastReceipt += 1;
  const ext = facts.ext ?? (facts.kind === 'statement' ? 'csv' : 'json');
  const path = join(folder, `${lastReceipt}.${ext}`);
  writeFileSync(path, content);
  return {
    receipt_id: lastReceipt,
    source: ['statement', 'turnover', 'balance'].includes(facts.kind) ? 'gateway' : 'payout',
    company: 'acme',
    batch_id: null,
    page: 1,
    is_last_page: true,
    request_path: null,
    request_query: null,
    currency: null,
    window_from: null,
    window_to: null,
    received_at: '2026-11-03T00:10:00.000Z',
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    ext,
    file_name: `${facts.kind}-${lastReceipt}.${ext}`,
    zone: 'Asia/Kuala_Lumpur',
    path,
    ...facts,
  };
}

export async function givenCompany(
  connection: DuckDBConnection,
  currencies = ['MYR'],
  hasPayout = true,
): Promise<void> {
  await execute(
    connection,
    `insert into core.company (company, zone, currencies, has_gateway, has_payout) values ('acme', 'Asia/Kuala_Lumpur', [${currencies.map((c) => `'${c}'`).join(',')}], true, ${hasPayout})`,
  );
}
