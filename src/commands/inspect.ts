import { existsSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import type { LoadedConfig } from '../config/load.ts';
import { companyDefaults } from '../config/schema.ts';
import { inspectFile } from '../inspect/inspect-file.ts';
import { configurationSnippet } from '../inspect/snippet.ts';
import type { CompanyTerms } from '../run/write-company.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { importableNamed, requireFile } from './import.ts';
import { inspectionFields } from './inspect-fields.ts';
import { inspectionText } from './inspect-text.ts';
import { knownValue, optionWrong } from './option-value.ts';

export type InspectOptions = { as?: string; company?: string; currency?: string };

type Given = { company: CompanyTerms; config: LoadedConfig | undefined };

/** The company whose terms the file is read by: of the configuration, or a new one in the zone of this machine. */
async function givenCompany({ company: name }: InspectOptions, context: CommandContext): Promise<Given> {
  if (!existsSync(context.configPath) && name === undefined)
    return { company: companyDefaults({ name: 'your-company', zone: Temporal.Now.timeZoneId() }), config: undefined };
  const config = await context.loadConfig();
  const [company] = chosenCompanies(config, name);
  if (company === undefined) throw new Error('the configuration has no company');
  return { company, config };
}

/** `tieout inspect FILE`: shows how a file would be read, before anything is kept. 4 when not all of it fits. */
export async function runInspectCommand(
  path: string,
  options: InspectOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const as = options.as === undefined ? undefined : importableNamed(options.as);
  await requireFile(path);
  const { company, config } = await givenCompany(options, context);
  const { currency: asked } = options;
  if (asked !== undefined && config !== undefined) knownValue('--currency', asked, company.currencies);
  if (asked !== undefined && !/^[A-Z]{3}$/.test(asked)) throw optionWrong('--currency', asked, 'a code such as MYR');
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const inspection = await inspectFile({ path, as, company, currency: asked ?? only, keys: [] });
  const { section, proposal, then, now } = inspection;
  const last = then ?? now;
  const currencies = [
    ...new Set((last.figures?.totals ?? []).flatMap(({ currency }) => (currency === null ? [] : [currency]))),
  ];
  const snippet =
    then === null
      ? null
      : configurationSnippet(
          config === undefined
            ? { name: company.name, zone: company.zone, ...(currencies.length === 0 ? {} : { currencies }) }
            : { name: company.name },
          section,
          proposal,
        );
  const isPersonalShown = config?.report.show_personal_data ?? false;
  const fields = inspectionFields(inspection, { zone: company.zone, snippet, isPersonalShown });
  const place =
    config === undefined
      ? `in tieout.yaml, which \`${context.command} init\` writes`
      : `in ${context.configPath}, at ${company.name}`;
  context.out.answer(fields, () => inspectionText(fields, place, context.out.columns));
  return now.figures !== null && now.figures.rejected === 0 ? 0 : 4;
}
