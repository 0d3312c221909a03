import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { bankWords } from '../connectors/files/bank-preset.ts';
import { fileColumns } from '../connectors/files/columns.ts';
import { matchingColumns } from '../connectors/files/lists.ts';
import { currencyField, readingFields } from '../domain/configuration-fields.ts';
import { parseTerms } from '../domain/parse-terms.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type DeclaredPass, readPass } from '../reconcile/matching/declared-pass.ts';
import { defaultPasses } from '../reconcile/matching/default-passes.ts';

const side = z.strictObject({
  title: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('What the side is, for the report; by default the name of its file.'),
  currency: currencyField.optional().describe('Currency of lines that name no currency.'),
  ...readingFields(Object.keys(fileColumns.bank)),
  ...bankWords,
  ...matchingColumns,
});

const rate = z.strictObject({
  from: currencyField.describe('The currency of lines that are converted.'),
  to: currencyField.describe('The currency in which they count.'),
  rate: z
    .union([z.number(), z.string()])
    .transform(String)
    .refine((text) => /^\d{1,6}(\.\d{1,12})?$/.test(text) && /[1-9]/.test(text), {
      error: 'must be a number above 0 and below a million, with at most 12 decimals, such as 4.72 or "0.00000012"',
    })
    .optional()
    .describe('How much of it is one unit. Without it, the median of records of both sides with equal references.'),
});

const matchTerms = z.strictObject({
  left: side.prefault({}).describe('How the files of the left side are read.'),
  right: side.prefault({}).describe('How the files of the right side are read.'),
  sign: z
    .enum(['same', 'opposite'])
    .optional()
    .describe(
      'Whether matching amounts have the same or the opposite sign. Without it, the sign with more equal amounts.',
    ),
  rates: z
    .array(rate)
    .prefault([])
    .superRefine((rates, { addIssue }) => {
      const converted = rates.map(({ from }) => from);
      for (const [index, { from, to }] of rates.entries()) {
        const message =
          converted.indexOf(from) < index
            ? `${from} has two rates`
            : converted.includes(to)
              ? `amounts in ${from} cannot count as ${to}, which is converted itself`
              : undefined;
        if (message !== undefined) addIssue({ code: 'custom', message, path: [index] });
      }
    })
    .describe('Currencies whose amounts count in another currency.'),
  rate_band: z
    .number()
    .min(0)
    .max(50)
    .prefault(2)
    .describe('The percentage by which the amounts of a match may differ after conversion.'),
  passes: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('The match passes in their order, such as same_reference(absolute := 0.05).'),
});

export type MatchTerms = z.output<typeof matchTerms>;
export type SideTerms = MatchTerms['left'];

/** Whether terms describe a side. The columns of a side that they do not describe are proposed. */
export const describesSide = (terms: SideTerms): boolean => !isDeepStrictEqual(terms, side.parse({}));

export const withoutTerms = (): MatchTerms => matchTerms.parse({});

function wrong(file: string, message: string, line: number | undefined): TieoutError {
  return new TieoutError({
    code: 'MATCH_TERMS_WRONG',
    message,
    remedy: 'Correct the file; `tieout match LEFT RIGHT --inspect` writes an example for two files.',
    place: { file, ...(line === undefined ? {} : { line }) },
    exitStatus: 2,
  });
}

/** The terms in a YAML text. Throws MATCH_TERMS_WRONG with the line of the first error. */
function termsIn(text: string, file: string): MatchTerms {
  const read = parseTerms(text, matchTerms, 'The file');
  if ('terms' in read) return read.terms;
  throw wrong(file, read.message, read.line);
}

/** Reads the terms of a file. Throws MATCH_TERMS_WRONG. */
export async function readTerms(path: string, name: string): Promise<MatchTerms> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw wrong(name, `The file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`, undefined);
  });
  return termsIn(text, name);
}

/** The passes of the terms, or the default passes. Throws MATCHING_PASS_WRONG. */
export const passesOf = ({ passes }: MatchTerms, file: string): DeclaredPass[] =>
  (passes ?? defaultPasses).map((text) => readPass(text, file));

/** The passes before those that compare texts. */
const byKey = ['same_identifier', 'same_reference_and_amount', 'same_reference', 'normalised_reference'];

/**
 * The passes where records are converted: after the passes by key, a converted record and a record with its reference may differ by the
 * band of the rates; as the last pass, so may a converted record and a record with a similar name and a near day.
 */
export function passesOfConverted({ rate_band: band }: MatchTerms, all: readonly DeclaredPass[]): DeclaredPass[] {
  const place = all.findLastIndex(({ pass }) => byKey.includes(pass)) + 1;
  const settings = { percent: String(band) };
  const added = (pass: string): DeclaredPass => ({ pass, settings });
  return [...all.slice(0, place), added('converted_reference'), ...all.slice(place), added('converted_description')];
}

/** Whether a pass is in the passes because records are converted, and not because somebody declared it. */
export const isOfConverted = ({ pass }: DeclaredPass): boolean => pass.startsWith('converted_');
