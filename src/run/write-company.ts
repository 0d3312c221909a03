import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Connector, DatedTerm } from '../connectors/connector.ts';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { writeOwnPasses } from '../reconcile/matching/own-pass.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import { type CompanyCalendar, type RecordedCalendar, writeCalendar } from './write-calendar.ts';
import { writeSigningKeys } from './write-decision-rules.ts';

/** What a company's rules need of its configuration; every connector reads its own section. */
export type CompanyTerms = Pick<
  CompanyConfig,
  'name' | 'zone' | 'currencies' | 'fees' | 'waivers' | 'starts_on' | 'reading'
>;

/** Writes one company with zone and currencies, its fees, and the inputs and terms that its connectors declare. */
export async function writeCompany(connection: DuckDBConnection, company: CompanyTerms): Promise<void> {
  const { name, zone, currencies, fees } = company;
  await execute(
    connection,
    `insert into core.company (company, zone, currencies) values ($name, $zone, list_filter(string_split($currencies, ','), lambda code: code <> ''))`,
    { name, zone, currencies: currencies.join(',') },
  );
  for (const { method, currency, flat, percent, minimum, from } of fees) {
    await execute(
      connection,
      `insert into core.fee_rule (company, method, currency, flat, percent, minimum, from_day) values
         ($name, $method, $currency, $flat::decimal(18, 4), $percent::decimal(9, 4), $minimum::decimal(18, 4), $from::date)`,
      { name, method, currency: currency ?? null, flat, percent, minimum, from: from ?? null },
    );
  }
  await writeWaivers(connection, company);
  for (const connector of connectors) await writeInputs(connection, company, connector);
  for (const connector of connectorsOf(company))
    await writeSettings(connection, name, connector.name, connector.settings(company));
  const { earliest_day, days_ahead } = company.reading;
  const { starts_on } = company;
  await writeSettings(connection, name, 'company', { earliest_day, days_ahead, starts_on });
}

async function writeWaivers(connection: DuckDBConnection, { name, waivers }: CompanyTerms): Promise<void> {
  for (const [index, { control, currency, subject, from, to, why, by }] of waivers.entries()) {
    await execute(
      connection,
      `insert into core.waiver
       values ($company, $waiver_no, $control, $currency, $subject, $from::date, $to::date, $why, $author)`,
      {
        ...{ company: name, waiver_no: index + 1, control, currency: currency ?? null, subject: subject ?? null },
        ...{ from, to: to ?? null, why, author: by },
      },
    );
  }
}

/**
 * Writes what each kind of receipt is to the rules. A connector that the company does not use (any more) requires nothing, and
 * the receipts that it left stay statements, lists and files.
 */
async function writeInputs(connection: DuckDBConnection, company: CompanyTerms, connector: Connector): Promise<void> {
  const isConfigured = connector.isConfigured(company);
  const requires = isConfigured ? connector.requires(company) : [];
  const required = new Map(requires.map((input) => [input.kind, input]));
  for (const [kind, declaration] of Object.entries(connector.kinds)) {
    const input = required.get(kind);
    await execute(
      connection,
      `insert into core.company_input (company, connector, kind, input, is_configured, coverage, scope, reason, cadence, due, covers,
         set_up_title)
       values ($company, $connector, $kind, $input, $is_configured, $coverage, $scope, $reason, $cadence, $due, $covers,
         $set_up_title)`,
      {
        ...{ company: company.name, connector: connector.name, kind, input: declaration.input ?? kind },
        is_configured: isConfigured,
        ...{ coverage: input?.coverage ?? null, scope: input?.scope ?? null, reason: input?.reason ?? null },
        ...{
          cadence: input?.cadence?.cadence ?? 'daily',
          due: input?.cadence?.due ?? null,
          covers: input?.covers ?? null,
        },
        set_up_title: isConfigured || connector.access === 'local' ? null : connector.title,
      },
    );
  }
}

async function writeSettings(
  connection: DuckDBConnection,
  company: string,
  connector: string,
  settings: ReturnType<Connector['settings']>,
): Promise<void> {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting === undefined) continue;
    const terms: readonly DatedTerm[] = typeof setting === 'object' ? setting : [{ value: setting }];
    for (const { from, value } of terms)
      await execute(
        connection,
        `insert into core.company_setting (company, connector, name, value, from_day)
         values ($company, $connector, $name, $value, $from::date)`,
        { company, connector, name, value: String(value), from: from ?? null },
      );
  }
}

/**
 * Writes a company's configuration to its warehouse, where the rules in SQL read it, with the matching passes that were added;
 * with the holidays of a recorded calendar where one is given.
 */
export async function writeConfiguration(
  connection: DuckDBConnection,
  config: Pick<LoadedConfig, 'path' | 'decision'> & { matching: Pick<LoadedConfig['matching'], 'passes'> },
  company: CompanyTerms & CompanyCalendar,
  calendar?: RecordedCalendar,
): Promise<void> {
  await writeOwnPasses(connection, { ...config.matching, path: config.path });
  for (const table of ['company', 'company_input', 'company_setting', 'fee_rule', 'waiver'])
    await execute(connection, `delete from core.${table}`);
  await writeCompany(connection, company);
  await writeSigningKeys(connection, config.decision, company);
  await writeCalendar(connection, company, config.path, calendar);
}
