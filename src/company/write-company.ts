import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig, DecisionConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import type { Connector, DatedTerm } from '../connectors/connector.ts';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { readPublicKey } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { writeOwnPasses } from '../reconcile/matching/own-pass.ts';
import { allReconciliations } from '../reconcile/reconciliations.ts';
import { derive } from '../warehouse/derive.ts';
import { execute, readRows, rowsParameter, textOf } from '../warehouse/duckdb-values.ts';
import { inTransaction } from '../warehouse/in-transaction.ts';
import { type CompanyCalendar, type RecordedCalendar, writeCalendar } from './write-calendar.ts';

/**
 * Refuses a kind of item that does not exist (ITEM_KIND_UNKNOWN; exit status 2), because a misspelt kind would silently require no
 * second approval.
 */
export async function refuseUnknownItemKinds(
  connection: DuckDBConnection,
  { decision, path }: LoadedConfig,
): Promise<void> {
  if (decision.second_approval_for_items.length === 0) return;
  const outcomes = await readRows(connection, 'select outcome from recon.outcome where is_open order by list_order');
  const reconciliations = await allReconciliations(connection);
  const known = [...outcomes.map((row) => textOf(row, 'outcome')), ...reconciliations.map(({ name }) => name)];
  for (const kind of decision.second_approval_for_items) {
    if (known.includes(kind)) continue;
    const near = nearest(kind, known);
    throw new TieoutError({
      code: 'ITEM_KIND_UNKNOWN',
      message: `"${kind}" is not the name of an outcome or a reconciliation${near === undefined ? '.' : `; did you mean "${near}"?`}`,
      remedy: `Use one of: ${known.join(', ')}.`,
      place: { file: path, key: 'decision.second_approval_for_items' },
      exitStatus: 2,
    });
  }
}

/** Writes the keys whose signatures count. */
async function writeSigningKeys(
  connection: DuckDBConnection,
  { keys }: Pick<DecisionConfig, 'keys'>,
  { zone }: Pick<CompanyConfig, 'zone'>,
): Promise<void> {
  await execute(connection, 'delete from core.signing_key');
  for (const { person, key, until } of keys) {
    const { fingerprint } = readPublicKey(key) ?? {};
    if (fingerprint === undefined) throw new TypeError('the configuration has checked each key');
    await execute(
      connection,
      `insert into core.signing_key
       values (lower(trim($person)), $fingerprint, timezone($zone, ($until::date + interval 1 day)::timestamp))`,
      { person, fingerprint, until: until ?? null, zone },
    );
  }
}

/** The parts of a company's configuration that the rules need; every connector reads its own section. */
export type CompanyTerms = Pick<
  CompanyConfig,
  'name' | 'zone' | 'currencies' | 'fees' | 'waivers' | 'starts_on' | 'reading'
> &
  Partial<Pick<CompanyConfig, 'fees_tax'> & Pick<DecisionConfig, 'write_off'>>;

/** Writes rows with one statement that reads them as the table `given`. Without rows no statement is run. */
async function writeRows<Row extends object>(
  connection: DuckDBConnection,
  rows: readonly Row[],
  types: Readonly<Record<keyof Row, string>>,
  sql: string,
): Promise<void> {
  if (rows.length === 0) return;
  const given = `select unnest(json_transform($rows, '[${JSON.stringify(types)}]'), recursive := true)`;
  await execute(connection, `${sql} from (${given}) as given`, { rows: rowsParameter(rows) });
}

/** Removes what `writeCompany` wrote. */
export async function removeCompany(connection: DuckDBConnection): Promise<void> {
  for (const table of ['company', 'company_input', 'company_setting', 'fee_rule', 'waiver'])
    await execute(connection, `delete from core.${table}`);
}

/** Writes the company with zone and currencies, its fees, and the inputs and terms that its connectors declare. */
export async function writeCompany(connection: DuckDBConnection, company: CompanyTerms): Promise<void> {
  const { name, zone, currencies } = company;
  await execute(
    connection,
    `insert into core.company (company, zone, currencies) values ($name, $zone, list_filter(string_split($currencies, ','), lambda code: code <> ''))`,
    { name, zone, currencies: currencies.join(',') },
  );
  await writeFees(connection, company);
  await writeWaivers(connection, company);
  await writeInputs(connection, company);
  await writeSettings(connection, company);
}

async function writeFees(connection: DuckDBConnection, { fees }: CompanyTerms): Promise<void> {
  await writeRows(
    connection,
    fees.map(({ method, currency, flat, percent, minimum, from }) => ({
      method,
      currency: currency ?? null,
      flat,
      percent,
      minimum,
      from_day: from ?? null,
    })),
    {
      method: 'text',
      currency: 'text',
      flat: 'text',
      percent: 'text',
      minimum: 'text',
      from_day: 'text',
    },
    `insert into core.fee_rule by name
     select method, currency, flat::decimal(18, 4) as flat, percent::decimal(9, 4) as percent,
       minimum::decimal(18, 4) as minimum, from_day::date as from_day`,
  );
}

async function writeWaivers(connection: DuckDBConnection, { waivers }: CompanyTerms): Promise<void> {
  await writeRows(
    connection,
    waivers.map(({ control, currency, subject, from, to, why, by }, index) => ({
      waiver_no: index + 1,
      control,
      currency: currency ?? null,
      subject: subject ?? null,
      from_day: from,
      until_day: to ?? null,
      why,
      author: by,
    })),
    {
      waiver_no: 'integer',
      control: 'text',
      currency: 'text',
      subject: 'text',
      from_day: 'text',
      until_day: 'text',
      why: 'text',
      author: 'text',
    },
    `insert into core.waiver by name
     select given.* replace (from_day::date as from_day, until_day::date as until_day)`,
  );
}

/**
 * The role of each kind of receipt of a connector in the rules. A connector that the company does not use, or no longer uses, requires
 * nothing, and its receipts remain statements, lists and files.
 */
function inputsOf(company: CompanyTerms, connector: Connector) {
  const isConfigured = connector.isConfigured(company);
  const requires = isConfigured ? connector.requires(company) : [];
  const required = new Map(requires.map((input) => [input.kind, input]));
  return Object.entries(connector.kindsOf(company)).map(([kind, declaration]) => {
    const input = required.get(kind);
    return {
      connector: connector.name,
      kind,
      input: declaration.input ?? kind,
      is_configured: isConfigured,
      coverage: input?.coverage ?? null,
      scope: input?.scope ?? null,
      reason: input?.reason ?? null,
      cadence: input?.cadence?.cadence ?? 'daily',
      due: input?.cadence?.due ?? null,
      covers: input?.covers ?? null,
      set_up_title: isConfigured || connector.access === 'local' ? null : connector.title,
    };
  });
}

async function writeInputs(connection: DuckDBConnection, company: CompanyTerms): Promise<void> {
  await writeRows(
    connection,
    connectors.flatMap((connector) => inputsOf(company, connector)),
    {
      connector: 'text',
      kind: 'text',
      input: 'text',
      is_configured: 'boolean',
      coverage: 'text',
      scope: 'text',
      reason: 'text',
      cadence: 'text',
      due: 'integer',
      covers: 'text',
      set_up_title: 'text',
    },
    'insert into core.company_input by name select given.*',
  );
}

function settingsOf(connector: string, settings: ReturnType<Connector['settings']>) {
  return Object.entries(settings).flatMap(([name, setting]) => {
    if (setting === undefined) return [];
    const terms: readonly DatedTerm[] = typeof setting === 'object' ? setting : [{ value: setting }];
    return terms.map(({ from, value }) => ({
      connector,
      name,
      value: String(value),
      from_day: from ?? null,
    }));
  });
}

async function writeSettings(connection: DuckDBConnection, company: CompanyTerms): Promise<void> {
  const { starts_on } = company;
  const fees_tax = company.fees_tax?.map(({ from, ...value }) => ({
    ...(from === undefined ? {} : { from }),
    value: JSON.stringify(value),
  }));
  const write_off = company.write_off?.map((limit) => ({ value: JSON.stringify(limit) }));
  const { earliest_day, days_ahead } = company.reading;
  await writeRows(
    connection,
    [
      ...connectorsOf(company).flatMap((connector) => settingsOf(connector.name, connector.settings(company))),
      ...settingsOf('company', { earliest_day, days_ahead, starts_on, fees_tax, write_off }),
    ],
    { connector: 'text', name: 'text', value: 'text', from_day: 'text' },
    'insert into core.company_setting by name select given.* replace (from_day::date as from_day)',
  );
}

/**
 * Writes a company's configuration, including added matching passes, to its warehouse, where the rules in SQL read it. The holidays of a
 * recorded calendar are used where one is given.
 */
export async function writeConfiguration(
  connection: DuckDBConnection,
  config: Pick<LoadedConfig, 'path' | 'decision'> & { matching: Pick<LoadedConfig['matching'], 'passes'> },
  company: CompanyTerms & CompanyCalendar,
  calendar?: RecordedCalendar,
): Promise<void> {
  await writeOwnPasses(connection, { ...config.matching, path: config.path });
  await inTransaction(connection, async () => {
    await removeCompany(connection);
    await writeCompany(connection, { ...company, write_off: config.decision.write_off });
    await writeSigningKeys(connection, config.decision, company);
  });
  await writeCalendar(connection, company, config.path, calendar);
  await derive(connection);
}
