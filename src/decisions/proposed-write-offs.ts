import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Period } from '../domain/period.ts';
import type { DecideRequest } from '../reconcile/decision/check-decisions.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { type DecideOptions, type DecideResult, decideFound } from './record-decisions.ts';

/** A write-off within the limit; its amount in major units, as exact text with its sign. */
export type ProposedWriteOff = {
  break_id: string;
  company: string;
  currency: string;
  business_date: string;
  reconciliation: string;
  title: string;
  amount: string;
  account: string;
  /** The cause of the item, with its amounts. An event that several reconciliations show is one cause. */
  cause: { id: string; debit: string; credit: string };
};

/** The decision on the write-offs within the limit: to record them, or to approve those that await approval. */
export type ProposedTerms = {
  decision: 'write_off' | 'approve';
  author: string;
  companies: readonly CompanyConfig[];
  /** The business days of the items; every day if it is undefined. */
  periodOf: (company: CompanyConfig) => Period | undefined;
};

const columns = `substr(item.break_id, 1, 12) as break_id, core.this_company() as company, item.currency,
  item.business_date::text as business_date, item.reconciliation, reconciliation.title,
  item.right_minus_left::text as amount, substr(cause.cause_id, 1, 12) as cause_id,
  coalesce(cause.debit, greatest(item.right_minus_left, 0))::decimal(38, 4)::text as debit,
  coalesce(cause.credit, greatest(-item.right_minus_left, 0))::decimal(38, 4)::text as credit`;

const joined = `
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = item.reconciliation
  left join recon.cause_member as member on member.break_id = item.break_id
  left join recon.cause as cause on cause.cause_id = member.cause_id`;

const ofDays = `item.business_date >= $from::date and item.business_date < $to::date`;

const proposed = `
  select ${columns}, item.break_id as id, item.account, item.reason_code, core.money_text(item.currency, item.largest) as largest
  from recon.write_off_proposed as item${joined}
  where ${ofDays}
  order by item.currency, reconciliation.list_order, item.business_date, item.break_id`;

const awaiting = `
  select ${columns}, decision.decision_id as id, decision.account
  from recon.decision_now as decision
  inner join recon.item as item on item.break_id = decision.break_id${joined}
  where ${ofDays} and decision.status = 'awaiting_approval' and decision.account is not null
  order by item.currency, reconciliation.list_order, item.business_date, item.break_id`;

type FoundRow = ProposedWriteOff & { id: string; reason: string; note: string };

async function find(
  connection: DuckDBConnection,
  company: CompanyConfig,
  { decision, periodOf }: ProposedTerms,
): Promise<FoundRow[]> {
  const period = periodOf(company);
  const rows = await readRows(connection, decision === 'approve' ? awaiting : proposed, {
    from: period?.from.toString() ?? '0001-01-01',
    to: period?.to.toString() ?? '9999-12-31',
  });
  return rows.map((row) => {
    const [account, reason] = [textOf(row, 'account'), String(row.reason_code ?? '')];
    return {
      break_id: textOf(row, 'break_id'),
      company: company.name,
      currency: textOf(row, 'currency'),
      business_date: textOf(row, 'business_date'),
      reconciliation: textOf(row, 'reconciliation'),
      title: textOf(row, 'title'),
      amount: textOf(row, 'amount'),
      cause: { id: String(row.cause_id ?? row.break_id), debit: textOf(row, 'debit'), credit: textOf(row, 'credit') },
      account,
      id: textOf(row, 'id'),
      reason,
      note: `${account}, within the limit of ${String(row.largest)}`,
    };
  });
}

/** One request for all write-offs of a currency, so that they are recorded together or not at all. */
function writeOffs(rows: readonly FoundRow[], author: string): DecideRequest[] {
  const notes = [...new Set(rows.map(({ note }) => note))];
  return notes.map((note) => {
    const own = rows.filter((row) => row.note === note);
    return {
      breaks: own.map(({ id }) => id),
      decision: 'write_off',
      reason: own[0]?.reason ?? '',
      note,
      author,
      expiresOn: null,
      evidence: [],
      parts: [],
    };
  });
}

/** Records or approves the write-offs within the limit, and reconciles their days once. Returns the items and the result. */
export async function decideProposed(
  config: LoadedConfig,
  terms: ProposedTerms,
  options: DecideOptions,
): Promise<{ items: ProposedWriteOff[]; result: DecideResult<DecideRequest> }> {
  const { author, decision } = terms;
  const items: ProposedWriteOff[] = [];
  const requests = async (connection: DuckDBConnection, company: CompanyConfig): Promise<DecideRequest[]> => {
    const rows = await find(connection, company, terms);
    items.push(...rows.map(({ id: _id, reason: _reason, note: _note, ...item }) => item));
    return decision === 'write_off'
      ? writeOffs(rows, author)
      : rows.map(({ id }) => ({ concerns: id, decision, author, note: null }));
  };
  return { result: await decideFound(config, terms.companies, requests, options), items };
}
