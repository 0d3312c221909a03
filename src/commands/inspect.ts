import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import type { CompanyTerms } from '../company/write-company.ts';
import { companyDefaults } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { ownBanks, ownBanksFolder, withOwnBanks } from '../config/own-banks.ts';
import { secretsOf } from '../config/secret.ts';
import { sha256OfFile } from '../disk/files.ts';
import { receiptName } from '../domain/receipt.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import { type Inspection, inspectFile } from '../inspect/inspect-file.ts';
import { isNothing } from '../inspect/proposal.ts';
import { indexPath, openLanding } from '../landing/landing.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { requireFile } from './given-files.ts';
import { importableNamed } from './import.ts';
import { presetText, writePreset } from './inspect-preset.ts';
import { configurationSnippet } from './inspect-snippet.ts';
import { inspectionFields, inspectionText } from './inspect-text.ts';
import { knownValue, optionWrong } from './option-value.ts';

export type InspectOptions = { as?: string; company?: string; currency?: string; preset?: string };

type Given = { company: CompanyTerms; config: LoadedConfig | undefined };

/** The company whose terms apply to the file: a configured one, or a new one in the zone of this machine. */
async function givenCompany({ company: name }: InspectOptions, context: CommandContext): Promise<Given> {
  if (!existsSync(resolve(context.cwd, context.configPath)) && name === undefined) {
    const company = companyDefaults({ name: 'your-company', zone: context.zone });
    return { company: withOwnBanks(company, await ownBanks(context.cwd)), config: undefined };
  }
  const config = await context.loadConfig();
  const [company] = chosenCompanies(config, name);
  if (company === undefined) throw new Error('the configuration has no company');
  return { company, config };
}

/** The currencies of a company that is not configured yet: those of the file, or that of the user. */
function currenciesFor({ now, fitted, currency }: Inspection, asked: string | undefined) {
  const totals = (fitted ?? now).figures?.totals ?? [];
  const named = [...totals.map((total) => total.currency), asked ?? null, currency];
  const currencies = [...new Set(named.filter((one) => one !== null))];
  return currencies.length === 0 ? {} : { currencies };
}

const callbackSection = z.object({
  books: z.object({ callbacks: z.object({ public_keys: z.array(z.string()) }) }),
});

/** The public keys for verifying callbacks: those of the configuration and those in landing. */
async function callbackKeys(config: LoadedConfig, company: CompanyTerms): Promise<ReceivedFile[]> {
  const section = callbackSection.safeParse(company);
  const named = section.success ? section.data.books.callbacks.public_keys : [];
  const configured = named.map((file) => resolve(config.ownFolder, file)).filter((path) => existsSync(path));
  const { landing: folder } = companyPaths(config.data_dir, company.name);
  const landing = existsSync(indexPath(folder)) ? await openLanding(folder, config.clock) : undefined;
  const kept = (landing?.receipts() ?? []).filter(({ kind }) => kind === 'public_key');
  const hashed = configured.map(async (path) => ({
    path,
    file_name: basename(path),
    sha256: await sha256OfFile(path),
  }));
  return [
    ...(await Promise.all(hashed)),
    ...kept.map((receipt) => ({
      path: landing?.objectPath(receipt) ?? '',
      file_name: receiptName(receipt),
      sha256: receipt.sha256,
    })),
  ];
}

/** Writes the preset that the user asked for. Returns its path from the working folder; null where none was asked for. */
async function writtenPreset(inspection: Inspection, { preset }: InspectOptions, ownFolder: string) {
  if (preset === undefined) return null;
  if (!/^[a-z0-9][a-z0-9-]*$/.test(preset))
    throw optionWrong('--preset', preset, 'a name of small letters, digits and -');
  return writePreset(join(ownFolder, ownBanksFolder), preset, presetText(inspection, preset));
}

/** `tieout inspect FILE`: shows how a file would be read, without keeping anything. 4 when a part of it does not fit. */
export async function run(context: CommandContext, file: string, options: InspectOptions): Promise<ExitStatus> {
  const path = resolve(context.cwd, file);
  await requireFile(file, path);
  const { company, config } = await givenCompany(options, context);
  const as = options.as === undefined ? undefined : importableNamed(options.as, company);
  const { currency: asked } = options;
  if (asked !== undefined && config !== undefined) knownValue('--currency', asked, company.currencies);
  if (asked !== undefined && !/^[A-Z]{3}$/.test(asked)) throw optionWrong('--currency', asked, 'a code such as MYR');
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const keys = config === undefined ? [] : await callbackKeys(config, company);
  const { clock } = context;
  const secretOf = config === undefined ? undefined : secretsOf(config);
  const found = await inspectFile({
    path,
    as,
    company,
    currency: asked ?? as?.declaration.currency ?? only,
    keys,
    clock,
    secretOf,
  });
  const inspection = { ...found, file: { ...found.file, path: file } };
  const { section, proposal, now } = inspection;
  const own = config === undefined ? { zone: company.zone, ...currenciesFor(inspection, asked) } : {};
  const snippet = isNothing(proposal) ? null : configurationSnippet({ name: company.name, ...own }, section, proposal);
  const isPersonalShown = config?.report.show_personal_data ?? false;
  const fields = inspectionFields(inspection, { zone: company.zone, snippet, isPersonalShown });
  const place =
    config === undefined
      ? `in tieout.yaml, which \`${context.command} init\` writes`
      : `in ${context.configPath}, at ${company.name}`;
  const preset = await writtenPreset(inspection, options, config?.ownFolder ?? context.cwd);
  const answer = preset === null ? fields : { ...fields, preset };
  const written = preset === null ? '' : `\nPreset written: ${preset}\n`;
  context.out.answer(answer, () => `${inspectionText(fields, place, context.out.columns)}${written}`);
  return now.figures !== null && now.figures.rejected === 0 ? 0 : 4;
}
