import { encodingNamed, normaliseHeader } from 'tieout-files';
import { z } from 'zod';
import { currencyProblem } from './currencies.ts';
import { calendarDays, isCalendarDay } from './period.ts';
import type { PresetTerms } from './reading.ts';

/** Fields of the configuration that several sections share. */

/** An ISO 4217 code of a currency with a minor unit, in which amounts can be counted. */
export const currencyField = z.string().check(({ value, issues }) => {
  const message = currencyProblem(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

/** The location of a secret, never the secret itself. */
export const secretSource = z.union(
  [z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) }), z.strictObject({ file: z.string().min(1) })],
  'must name where the secret is, {env: VARIABLE} or {file: path}, never the secret itself',
);
export type SecretSource = z.infer<typeof secretSource>;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether credentials may be sent to an address: it is encrypted, or on this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
}

export const safeUrl = z
  .string()
  .refine(isSafeUrl, 'must be an https:// address (http:// only on this machine itself)');

export const baseUrl = safeUrl
  .refine(isBare, 'must end with the path, without ? or #')
  .transform((url) => url.replace(/\/+$/, ''));

/** A day of the calendar, ISO 8601. */
export const dayField = z.iso
  .date({ error: 'must be a day in quotes, such as "2026-11-30"', abort: true })
  .refine(isCalendarDay, `must be a day from ${calendarDays.first} to ${calendarDays.last}`);

/** The first business day on which a term applies; an entry without one applied before. */
type FromDay = { from?: string | undefined };

/**
 * Refuses entries of the same term that are not in the order of their first days, or share a first day. `termOf` names the term of an
 * entry.
 */
export function checkFromDays<T extends FromDay>(termOf: (entry: T) => string): z.core.CheckFn<T[]> {
  return ({ value, issues }) => {
    const before = new Map<string, FromDay>();
    for (const [index, entry] of value.entries()) {
      const earlier = before.get(termOf(entry));
      before.set(termOf(entry), entry);
      if (earlier === undefined || (entry.from ?? '') > (earlier.from ?? '')) continue;
      const message =
        entry.from === undefined
          ? 'is missing: an earlier entry is for the same term'
          : `must be later than in the entry before it for the same term (${earlier.from ?? 'none'})`;
      issues.push({ code: 'custom', input: value, path: [index, 'from'], message });
    }
  };
}

/** The placeholders for an address and for the location of a secret in a configuration that was recorded without them. */
export const unrecordedAddress = 'https://unrecorded.invalid';
export const unrecordedSecret: SecretSource = { env: 'UNRECORDED' };

/** The fields of a section with the terms for reading its files. */
export function readingFields(columns: readonly string[]) {
  return {
    aliases: z
      .partialRecord(z.enum(columns), z.array(z.string().min(1)))
      .check(({ value, issues }) => {
        const columnByHeader = new Map<string, string>();
        for (const [column, headers] of Object.entries(value)) {
          for (const header of headers ?? []) {
            const other = columnByHeader.get(normaliseHeader(header)) ?? column;
            const message = `names the header "${header}", which also names ${other}`;
            if (other !== column) issues.push({ code: 'custom', input: header, path: [column], message });
            columnByHeader.set(normaliseHeader(header), column);
          }
        }
      })
      .default({})
      .describe('Headers of the columns. A column that is named here is found by these headers only.'),
    columns: z
      .partialRecord(z.enum(columns), z.int().min(1).max(1000))
      .check(({ value, issues }) => {
        const [twice] = Object.entries(value).filter(([column, number]) =>
          Object.entries(value).some(([other, same]) => other < column && same === number),
        );
        if (twice === undefined) return;
        issues.push({ code: 'custom', input: value, path: [twice[0]], message: 'is the number of two columns' });
      })
      .default({})
      .describe(
        'The columns of files without a header, each by its number from 1. A file with a header is read by it.',
      ),
    ignore: z
      .array(z.string().min(1))
      .default([])
      .describe('Headers to ignore where two headers of a file would name the same column. Their cells are kept.'),
    encoding: z
      .string()
      .refine(
        (name) => encodingNamed(name) !== undefined,
        'must be the name of an encoding, such as utf-8, utf-16le, windows-1252, iso-8859-15, gb18030, big5 or shift_jis',
      )
      .optional()
      .describe('Encoding of the text files, such as windows-1252. Without it, a file must be Unicode.'),
    date_order: z
      .enum(['day_first', 'month_first'])
      .optional()
      .describe('Order of dates such as 03/04/2026. Without it, each file must prove its order.'),
    two_digit_years: z
      .boolean()
      .default(false)
      .describe('Dates such as 14/03/26 are read, as days from 2000 to 2099. Without it, their lines are rejected.'),
    decimal_mark: z
      .enum(['.', ','])
      .optional()
      .describe('Mark before the decimals of amounts: "," reads 1.234,56. Without it, a point.'),
    sheet: z
      .string()
      .min(1)
      .optional()
      .describe('The sheet of workbooks that is read. Without it, every visible sheet with the header.'),
  };
}

type ReadingSection = z.output<z.ZodObject<ReturnType<typeof readingFields>>>;

/** The terms of reading in a section. */
export function readingOf(section: ReadingSection): PresetTerms {
  const {
    aliases,
    columns,
    ignore: ignored,
    encoding,
    date_order: dateOrder,
    decimal_mark: decimalMark,
    sheet,
  } = section;
  const numbers = Object.fromEntries(
    Object.entries(columns).flatMap(([name, n]) => (n === undefined ? [] : [[name, n]])),
  );
  const hasShortYears = section.two_digit_years;
  return { aliases, columns: numbers, ignored, encoding, dateOrder, hasShortYears, decimalMark, sheet };
}
