import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type CompanyConfig, companySchema, type DecisionConfig, decisionSchema } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { connectors } from '../connectors/registry.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { secretSource } from '../domain/configuration-fields.ts';
import type { Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { programVersion } from '../program-version.ts';
import type { OwnFile } from '../warehouse/own-files.ts';
import { rulesFingerprint } from '../warehouse/rules-fingerprint.ts';
import type { RecordedCalendar } from './write-calendar.ts';

/** Everything besides the received files that determines the figures of a run. */
export type RunConfiguration = {
  company: CompanyConfig;
  passes: LoadedConfig['matching']['passes'];
  /** The rules for decisions, including whose signatures count. */
  decision: DecisionConfig;
  ownFiles: readonly OwnFile[];
  /** The holidays that were in effect; the holidays of this version where it is undefined. */
  calendar?: RecordedCalendar | undefined;
};

/** The kind of the receipts that record configurations. */
export const configurationKind = 'configuration';

/** The version of the format in which a configuration is recorded. */
const form = 1;

const recordSchema = z.object({
  form: z.literal(form),
  program: z.string(),
  rules: z.string(),
  company: z.looseObject({ name: z.string() }),
  decision: z.unknown(),
  passes: z.record(z.string(), z.array(z.string())),
  own_files: z.array(
    z.object({
      kind: z.enum(['pass', 'reconciliation', 'view', 'selftest']),
      name: z.string(),
      origin: z.string(),
      text: z.string(),
    }),
  ),
  calendar: z
    .object({
      source: z.string(),
      description: z.string(),
      holidays: z.array(z.object({ day: z.iso.date(), name: z.string() })),
    })
    .nullable(),
});

/** A recorded configuration: the settings to repeat a run with, and the version of the program and of the rules that used them. */
export type RecordedConfiguration = RunConfiguration & { program: string; rules: string };

type Section = Record<string, unknown>;

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The sections that hold the last key of a path, and that key; `*` is every key. */
function holdersOf(company: Section, path: string): { section: Section; key: string }[] {
  const keys = path.split('.');
  const key = keys.pop() ?? path;
  let sections: unknown[] = [company];
  for (const each of keys) {
    sections = sections.flatMap((section) => {
      if (!isSection(section)) return [];
      return each === '*' ? Object.values(section) : [section[each]];
    });
  }
  return sections.filter(isSection).map((section) => ({ section, key }));
}

/** Keys of every company that affect no figure. */
const unrecordedOfCompany: Readonly<Record<string, unknown>> = { schedule: undefined, drop_folder: undefined };

const unrecorded = (): [string, unknown][] =>
  [unrecordedOfCompany, ...connectors.map((connector) => connector.unrecorded)].flatMap(Object.entries);

/** A value without the locations of secrets, for every connector. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isSection(value)) return value;
  const kept = Object.entries(value).filter(([, each]) => !secretSource.safeParse(each).success);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutSecrets(each)]));
}

function recordedCompany(company: CompanyConfig): unknown {
  const recorded: Section = structuredClone(company);
  for (const [path] of unrecorded()) {
    for (const { section, key } of holdersOf(recorded, path)) delete section[key];
  }
  const kept = withoutSecrets(recorded);
  for (const path of connectors.flatMap(({ recordedSecrets }) => recordedSecrets)) {
    const [from] = holdersOf(recorded, path);
    const [to] = isSection(kept) ? holdersOf(kept, path) : [];
    const place = secretSource.safeParse(from?.section[from.key]);
    if (to !== undefined && place.success) to.section[to.key] = place.data;
  }
  return kept;
}

function completed(recorded: Section): Section {
  const company = structuredClone(recorded);
  for (const [path, placeholder] of unrecorded()) {
    if (placeholder === undefined) continue;
    for (const { section, key } of holdersOf(company, path)) section[key] ??= placeholder;
  }
  return company;
}

/**
 * The text of a configuration as it is recorded: everything that changes verdicts. It has no secrets, addresses, paths or limits, and
 * no locations of secrets besides those with which received files are read. Equal configurations give the same text.
 */
export async function recordText({ company, passes, ownFiles, calendar, decision }: RunConfiguration): Promise<string> {
  const record = {
    form,
    program: programVersion,
    rules: await rulesFingerprint(),
    company: recordedCompany(company),
    decision: withoutSecrets(decision),
    passes,
    own_files: ownFiles.map(({ kind, name, origin, text }) => ({ kind, name, origin, text })),
    calendar: calendar ?? null,
  } satisfies z.input<typeof recordSchema> | Section;
  return `${canonicalJson(record, 1)}\n`;
}

/** The sha256 with which a run names a configuration. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The receipts of a company that are configurations, in the order in which they came into force. */
export const configurationReceipts = (landing: Landing, name: string): Receipt[] =>
  landing.receipts().filter(({ kind, company }) => kind === configurationKind && company === name);

/** The newest recorded configuration; undefined before the first record. */
export const newestConfiguration = (landing: Landing, company: string): Receipt | undefined =>
  configurationReceipts(landing, company).at(-1);

function unusable({ received_at, receipt_id }: Receipt, path: string, cause: unknown): TieoutError {
  const why = cause instanceof TieoutError ? cause.message : 'it is not a configuration of tieout.';
  return new TieoutError({
    code: 'CONFIGURATION_UNUSABLE',
    message: `The configuration of ${received_at} (number ${receipt_id}) cannot be used: ${why} Runs that were made with it are not repeated.`,
    remedy:
      'Restore the file from a backup of the landing folder, or run the days of those runs again with the configuration of today: tieout run --from DAY --to DAY.',
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/**
 * Names the recorded configuration in an error of it, because the error names a file of an earlier time. Other errors are returned
 * unchanged.
 */
export function ofRecordedConfiguration(landing: Landing, receipt: Receipt, error: unknown): unknown {
  return error instanceof TieoutError ? unusable(receipt, landing.objectPath(receipt), error) : error;
}

/** Reads a recorded configuration. Own files get paths beside the current configuration. Throws CONFIGURATION_UNUSABLE. */
export async function readConfiguration(
  landing: Landing,
  receipt: Receipt,
  ownFolder: string,
): Promise<RecordedConfiguration> {
  try {
    const record = recordSchema.parse(JSON.parse((await landing.read(receipt)).toString('utf8')));
    const { program, rules, passes, calendar, own_files } = record;
    return {
      program,
      rules,
      passes,
      company: companySchema.parse(completed(record.company)),
      decision: decisionSchema.parse(record.decision ?? {}),
      ownFiles: own_files.map((file) => ({ ...file, path: resolve(ownFolder, file.origin) })),
      calendar: calendar ?? undefined,
    };
  } catch (cause) {
    throw unusable(receipt, landing.objectPath(receipt), cause);
  }
}
