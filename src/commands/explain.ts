import { loadOf } from '../company/load-landing.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { secretsOf } from '../config/secret.ts';
import { counted } from '../domain/counted.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readKeptLanding } from '../landing/landing.ts';
import { isPersonal } from '../privacy/pseudonym.ts';
import { readRows, type WarehouseRow, type WarehouseValue } from '../warehouse/duckdb-values.ts';
import { type ReceivedRow, receivedRows } from '../warehouse/load/received-rows.ts';
import { type Warehouse, withReader } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { shownAs } from './file-text.ts';
import { publishedPaths } from './published.ts';
import { moneyText, rowLayout, rowsTable } from './row-text.ts';

/** An amount with its currency, if the record has one. */
export function withCurrency(amount: WarehouseValue | undefined, currency: WarehouseValue | undefined): string | null {
  if (typeof amount !== 'string') return null;
  const text = moneyText(amount, currency);
  return typeof currency === 'string' ? `${currency} ${text}` : text;
}

/** The company of a row, where there are several companies. */
const companyOf = ({ company }: WarehouseRow): WarehouseRow => (company === undefined ? {} : { company });

/** Fields of a row under the titles that people see; a field that it does not have is empty. */
const titled = (row: WarehouseRow, fields: Readonly<Record<string, string>>): WarehouseRow =>
  Object.fromEntries(Object.entries(fields).map(([title, field]) => [title, row[field] ?? null]));

const recordRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  at: row.happened_on ?? row.happened_at ?? null,
  ...titled(row, { source: 'source', key: 'key', reference: 'reference' }),
  amount: withCurrency(row.amount, row.currency),
  what: row.what ?? null,
  file: row.line === null ? (row.file ?? null) : `${String(row.file)}:${String(row.line)}`,
  received: row.known_at ?? null,
});

/** The name of a reconciliation; for a user's own reconciliation, with its file. */
const reconciliationOf = ({ reconciliation = null, origin }: WarehouseRow) =>
  typeof origin !== 'string' || origin === 'shipped' ? reconciliation : `${String(reconciliation)} (${origin})`;

const passRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  reconciliation: reconciliationOf(row),
  ...titled(row, { side: 'side', record: 'record_key', pass: 'pass', result: 'result', why: 'why' }),
});

const candidateRow = (row: WarehouseRow): WarehouseRow => ({
  ...companyOf(row),
  reconciliation: reconciliationOf(row),
  ...titled(row, { side: 'side', record: 'record_key', candidate: 'other_key', reference: 'other_reference' }),
  amount: withCurrency(row.other_amount, row.currency),
  ...titled(row, { day: 'other_on', equal: 'same' }),
  difference: withCurrency(row.right_minus_left, row.currency),
  ...titled(row, { 'days later': 'days_later', result: 'result' }),
});

/** Rows without those that equal an earlier row. */
const distinct = <Row>(rows: readonly Row[]) => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];

/** The most rows that are shown as they were received. */
const mostReceived = 20;

/** What to show in place of a row that cannot be read. */
function notShown(error: unknown): string {
  if (!(error instanceof TieoutError)) throw error;
  return `not shown: ${error.message}`;
}

/** The rows of a company's story as they were received, read from landing; where a file cannot be read, why. */
async function receivedIn(config: LoadedConfig, company: CompanyConfig, story: readonly WarehouseRow[]) {
  const shown = shownAs(config.report.show_personal_data);
  const cellText = ({ header, column, text }: ReceivedRow['cells'][number]) =>
    header === '' ? shown(text) : `${header}: ${shown(text, isPersonal(column) ? column : header)}`;
  const placed = story.filter(({ line }) => line !== null);
  const places = distinct(placed.map(({ receipt_id: id, line }) => ({ id: Number(id), line: Number(line) })));
  const wanted = places.slice(0, mostReceived);
  if (wanted.length === 0) return [];
  const { landing: folder } = companyPaths(config.data_dir, company.name);
  const kept = await readKeptLanding(folder).catch(notShown);
  if (typeof kept === 'string') return [{ file: '', row: kept }];
  const rows: WarehouseRow[] = [];
  for (const receipt of kept.receipts()) {
    const lines = new Set(wanted.flatMap(({ id, line }) => (id === receipt.receipt_id ? [line] : [])));
    if (lines.size === 0) continue;
    const { file, instructions } = loadOf({ ...kept, secretOf: secretsOf(config) }, receipt, company);
    const found = await receivedRows(file, instructions, lines).catch(notShown);
    if (typeof found === 'string') rows.push({ file: file.file_name, row: found });
    else
      for (const { line, cells } of found)
        rows.push({ file: `${file.file_name}:${line}`, row: cells.map(cellText).join(' | ') });
  }
  const left = places.length - wanted.length;
  return left === 0 ? rows : [...rows, { file: '', row: `${counted(left, 'further row')} not shown` }];
}

type Explanation = Record<'story' | 'passes' | 'considered' | 'received', WarehouseRow[]>;

/** The first and the last day of a company that were run, ISO 8601. */
type KnownDays = { company: string; first: string | null; last: string | null };

/** A day of an order or a callback that was not run, so that its statement and balances are not known. */
type UnfetchedDay = { company: string; day: string };

type CompanyExplanation = Omit<Explanation, 'received'> & { known: KnownDays; unfetched: string[] };

async function knownDays({ connection }: Warehouse, company: string): Promise<KnownDays> {
  const [row] = await readRows(
    connection,
    'select min(business_date)::text as first_day, max(business_date)::text as last_day from recon.verdict',
  );
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { company, first: text(row?.first_day), last: text(row?.last_day) };
}

/** The ended days of the found orders and callbacks that were not run. */
async function unfetchedDays({ connection }: Warehouse, text: string, now: string): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select distinct cast(timezone(company.zone, story.happened_at) as date)::text as day
     from recon.story($text) as story
     cross join core.company as company
     where story.source in ('order', 'callback')
       and cast(timezone(company.zone, story.happened_at) as date) < cast(timezone(company.zone, $now::timestamptz) as date)
       and cast(timezone(company.zone, story.happened_at) as date) not in (select business_date from recon.verdict)
     order by day`,
    { text, now },
  );
  return rows.map(({ day }) => String(day));
}

/** Which days of a company are known, for a text of which nothing is. */
function knownText({ company, first, last }: KnownDays): string {
  if (first === null || last === null) return `No day of ${company} was reconciled yet.`;
  const span = first === last ? `only ${first} was reconciled` : `the days from ${first} to ${last} were reconciled`;
  return `Of ${company}, ${span}; no day before and none after.`;
}

/** What the snapshot of one company has about a text. The macros behind it have parameters, so each company is queried separately. */
async function explainIn(
  path: string,
  text: string,
  { company, now }: { company: string; now: string },
): Promise<CompanyExplanation> {
  return withReader(path, async (snapshot) => {
    const { connection } = snapshot;
    const story = await readRows(connection, 'from recon.story($text)', { text });
    const known = await knownDays(snapshot, company);
    if (story.length === 0) return { story, passes: [], considered: [], known, unfetched: [] };
    const unfetched = await unfetchedDays(snapshot, text, now);
    const found = [...new Set([text, ...story.map(({ key }) => key)])].filter((key) => typeof key === 'string');
    const keys = { keys: JSON.stringify(found) };
    const answers = (macro: string) =>
      readRows(
        connection,
        `select answer.*, reconciliation.origin
         from recon.${macro}(from_json($keys, '["VARCHAR"]')) as answer
         left join recon.reconciliation as reconciliation on reconciliation.reconciliation = answer.reconciliation`,
        keys,
      );
    const [passes, considered] = [await answers('match_explained'), await answers('match_considered')];
    return { story, passes, considered, known, unfetched };
  });
}

/**
 * `tieout explain ANYTHING`: every record of a reference, a number, an amount or an item in all sources, with file, line and row; how each
 * match pass treated each record; and the candidates, with the equal and different fields and the differences.
 */
export async function run(context: CommandContext, text: string): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const found: Explanation = { story: [], passes: [], considered: [], received: [] };
  const known: KnownDays[] = [];
  const unfetched: UnfetchedDay[] = [];
  const now = context.clock().toString();
  for (const [company, path] of publishedPaths(config, config.companies, context)) {
    const own = await explainIn(path, text, { company, now });
    known.push(own.known);
    unfetched.push(...own.unfetched.map((day) => ({ company, day })));
    const named = (rows: WarehouseRow[]) =>
      config.companies.length === 1 ? rows : rows.map((row) => ({ company, ...row }));
    found.story.push(...named(own.story));
    found.passes.push(...named(own.passes));
    found.considered.push(...named(own.considered));
    const terms = config.companies.find(({ name }) => name === company);
    if (terms !== undefined) found.received.push(...named(await receivedIn(config, terms, own.story)));
  }
  const { story, passes, considered, received } = found;
  if (story.length === 0) {
    throw new TieoutError({
      code: 'NOTHING_KNOWN',
      message: `Nothing is known about "${text}". ${known.map(knownText).join(' ')}`.trimEnd(),
      remedy:
        'Give a reference, the number of a record, an amount such as 51.90, or the id of an item in a report. If it is of another day, fetch that day: tieout run --date DAY.',
      exitStatus: 2,
    });
  }
  const layout = rowLayout(config, context);
  context.out.answer({ story, passes, considered, received, not_fetched: unfetched }, () => {
    const parts = [rowsTable(story.map(recordRow), layout, { minor: ['key', 'received'] })];
    if (received.length > 0) parts.push(`As received\n${rowsTable(received, layout)}`);
    // a pass after the match has no result; a pass that is repeated with the same result is shown once
    const asked = distinct(passes.filter(({ result }) => result !== 'already matched').map(passRow));
    if (asked.length > 0) parts.push(`Match passes\n${rowsTable(asked, layout, { minor: ['record', 'side'] })}`);
    if (considered.length > 0)
      parts.push(`Candidates\n${rowsTable(considered.map(candidateRow), layout, { minor: ['record', 'side'] })}`);
    for (const { company, day } of unfetched) {
      const whose = config.companies.length === 1 ? '' : ` --company ${company}`;
      parts.push(
        `${day} was not fetched, so its statement and balances are not known. Run: ${context.command} run --date ${day}${whose}`,
      );
    }
    return `${parts.join('\n\n')}\n`;
  });
  return 0;
}
