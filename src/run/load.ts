import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Progress } from '../domain/progress.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';
import { writeOwnPasses } from '../reconcile/matching/own-pass.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import type { LandedFile, LoadOutcome } from '../warehouse/load/landed-file.ts';
import { type Aliases, loadedReceiptIds, loadReceipt } from '../warehouse/load/load-receipts.ts';

function landedFile(landing: Landing, receipt: Receipt, company: CompanyConfig): LandedFile {
  return {
    ...receipt,
    request_path: receipt.request?.path ?? null,
    request_query: receipt.request?.query ?? null,
    file_name: receiptName(receipt),
    zone: company.zone,
    path: landing.objectPath(receipt),
  };
}

function aliasesOf({ statement, books }: CompanyConfig): Aliases {
  return {
    statement: statement.aliases,
    orders: books.orders?.aliases ?? {},
    bank: books.bank?.aliases ?? {},
    callbacks: books.callbacks?.aliases ?? {},
  };
}

/**
 * Writes what the configuration says where the rules can see it: the companies with their zone, currencies, services and
 * fees, and the passes that it adds.
 */
export async function writeCompanies(connection: DuckDBConnection, config: LoadedConfig): Promise<void> {
  await writeOwnPasses(connection, { ...config.matching, path: config.path });
  await execute(connection, 'delete from core.company');
  await execute(connection, 'delete from core.fee_rule');
  for (const company of config.companies) {
    await execute(
      connection,
      `insert into core.company (company, zone, currencies, has_gateway, has_payout, approval_deadline, has_orders, has_bank, has_callbacks,
         deposits_are, deposit_text, settlement_usual_days, settlement_most_days)
       values ($company, $zone, string_split($currencies, ','), $has_gateway, $has_payout, $approval_deadline, $has_orders, $has_bank, $has_callbacks,
         $deposits_are, $deposit_text, $settlement_usual_days, $settlement_most_days)`,
      {
        company: company.name,
        zone: company.zone,
        currencies: company.currencies.join(','),
        has_gateway: company.gateway !== undefined,
        has_payout: company.payout !== undefined,
        approval_deadline: company.payout?.approval_deadline ?? null,
        has_orders: company.books.orders !== undefined,
        has_bank: company.books.bank !== undefined,
        has_callbacks: company.books.callbacks !== undefined,
        deposits_are: company.books.bank?.deposits_are ?? null,
        deposit_text: company.books.bank?.deposit_text ?? null,
        settlement_usual_days: company.gateway?.settlement_days.usual ?? null,
        settlement_most_days: company.gateway?.settlement_days.most ?? null,
      },
    );
    for (const { method, currency, flat, percent, minimum } of company.fees) {
      await execute(
        connection,
        'insert into core.fee_rule values ($company, $method, $currency, $flat::decimal(18, 4), $percent::decimal(9, 4), $minimum::decimal(18, 4))',
        { company: company.name, method, currency: currency ?? null, flat, percent, minimum },
      );
    }
  }
}

/** Loads the receipts of a company that the warehouse has not seen, up to one of them, in the order of arrival. */
export async function loadNewReceipts(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
  through: number,
  progress: Progress,
): Promise<LoadOutcome[]> {
  const known = await loadedReceiptIds(connection);
  const fresh = landing
    .receipts()
    .filter(
      ({ receipt_id, company: owner }) => owner === company.name && receipt_id <= through && !known.has(receipt_id),
    );
  if (fresh.length === 0) return [];
  const step = progress.step('Loading what arrived', fresh.length);
  const outcomes: LoadOutcome[] = [];
  for (const receipt of fresh) {
    outcomes.push(await loadReceipt(connection, landedFile(landing, receipt, company), aliasesOf(company)));
    step.advance();
  }
  step.done(`${outcomes.reduce((sum, { rows }) => sum + rows, 0)} rows`);
  return outcomes;
}
