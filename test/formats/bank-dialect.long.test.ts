import { rmSync } from 'node:fs';
import { assert, asyncProperty } from 'fast-check';
import { expect, test } from 'vitest';
import { writeCompany } from '../../src/company/write-company.ts';
import { inspectIn } from '../../src/inspect/inspect-file.ts';
import { anyDialect, anyLedger, type LedgerLine, writtenLedger } from '../given/bank-dialect.ts';
import { companyOf, removeFiles } from '../given/corpus-file.ts';
import { kindNamed } from '../given/inspected.ts';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';
import { isWhole } from '../given/share.ts';

/*
 * Whatever a bank writes, what is read is its ledger, or the file or a row is refused: never another ledger. The same holds for the
 * configuration that `tieout inspect` proposes without asking a person to check it.
 */

const acme = givenRules();

const dialectCompany = (name: string) =>
  companyOf({ currencies: ['MYR'], zone: 'Asia/Kuala_Lumpur', configuration: {} }, name);

/** Lines as texts, sorted, so that the same lines in another order are equal. */
const textsOf = (lines: readonly LedgerLine[]) =>
  lines.map(({ day, sen, currency }) => `${day} ${currency} ${(sen / 100).toFixed(2)}`).sort();

/** Removes from the planted lines those that were read; a line that was read and not planted is returned. */
function surplusOf(read: readonly string[], planted: readonly string[]): string[] {
  const left = [...planted];
  return read.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

let files = 0;

test('A table is read as its ledger, or refused', { timeout: 600_000 }, async () => {
  const tally = { loaded: 0, refused: 0 };
  await assert(
    asyncProperty(anyLedger, anyDialect, async (ledger, dialect) => {
      files += 1;
      const { text, lines } = writtenLedger(ledger, dialect);
      const company = dialectCompany(`dialect-${files}`);
      await removeFiles(acme.connection);
      await writeCompany(acme.connection, company);
      const received = { company: company.name, received_at: '2026-11-25T00:00:00.000Z', currency: 'MYR' };
      const facts = { kind: 'bank_statement', source: 'files', ext: 'csv', file_name: 'bank.csv' };
      const file = landed(text, { ...facts, ...received });
      const outcome = await acme.load(file, company);
      rmSync(file.path);
      tally[outcome.status === 'loaded' ? 'loaded' : 'refused'] += 1;
      const lineOf = "booked_on::text || ' ' || currency || ' ' || amount::decimal(18, 2)";
      const id = { id: file.receipt_id };
      const read = await acme.rows(`select ${lineOf} as line from core.bank_line where receipt_id = $id`, id);
      const found = read.map(({ line }) => String(line));
      expect(surplusOf(found, textsOf(lines.filter(({ isBooked }) => isBooked)))).toEqual([]);
      if (outcome.status !== 'loaded') return;
      const rejected = await acme.rows('from staging.rejected_row where receipt_id = $id', id);
      expect(read.length + rejected.length).toBe(lines.length);
    }),
    { numRuns: isWhole ? 120 : 40, endOnFailure: true },
  );
  expect(tally.loaded).toBeGreaterThan(0);
  expect(tally.refused).toBeGreaterThan(0);
});

test('A proposal that needs no check reads the ledger', { timeout: 600_000 }, async () => {
  let proposals = 0;
  await assert(
    asyncProperty(anyLedger, anyDialect, async (ledger, dialect) => {
      const { text, lines } = writtenLedger(ledger, dialect);
      const { path } = landed(text, { kind: 'bank_statement', ext: 'csv' });
      const terms = { as: kindNamed('bank'), company: dialectCompany('inspected'), currency: 'MYR', keys: [] };
      const found = await inspectIn(acme.warehouse, { path, ...terms });
      rmSync(path);
      const { fitted, proposal } = found;
      if (fitted?.figures == null || Object.values(proposal.reasons).some((reason) => reason.includes('check'))) return;
      proposals += 1;
      const planted = (isIn: boolean) =>
        lines
          .filter(({ isBooked, sen }) => isBooked && sen > 0 === isIn)
          .reduce((sum, { sen }) => sum + Math.abs(sen), 0);
      const readIn = (kind: string) =>
        (fitted.figures?.totals ?? [])
          .filter((total) => total.kind === kind)
          .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect(readIn('money in')).toBeLessThanOrEqual(planted(true));
      expect(readIn('money out')).toBeLessThanOrEqual(planted(false));
      if (fitted.figures.rejected === 0)
        expect([readIn('money in'), readIn('money out')]).toEqual([planted(true), planted(false)]);
    }),
    { numRuns: isWhole ? 45 : 15, endOnFailure: true },
  );
  expect(proposals).toBeGreaterThan(0);
});
