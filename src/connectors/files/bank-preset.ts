import { z } from 'zod';
import { currencyField, readingFields, readingOf } from '../../domain/configuration-fields.ts';
import type { ReadingPreset } from '../../domain/reading.ts';
import { fileColumns } from './columns.ts';

const words = z.array(z.string().min(1)).default([]);

/** The fields with a bank's words for the sides and the status of a line. */
export const bankWords = {
  sides: z
    .strictObject({
      credit: words.describe('Words for money in.'),
      debit: words.describe('Words for money out.'),
    })
    .prefault({})
    .describe('Other words in the column that states debit and credit.'),
  statuses: z
    .strictObject({
      booked: words.describe('Words for a line that is booked.'),
      not_booked: words.describe('Words for a line that is not booked.'),
    })
    .prefault({})
    .describe('Other words in the column for the status.'),
};

/** The fields with what the files of a bank are of. */
export const bankOwner = {
  account: z
    .string()
    .min(1)
    .optional()
    .describe('The account of the files, for lines that name none. A file of another account is refused.'),
  currency: currencyField
    .optional()
    .describe('The currency of the files, for lines that name none. A file of another currency is refused.'),
};

/** A preset: how the files of a bank are recognised, and how they are read. */
export const bankPreset = z.strictObject({
  bank: z.string().min(1).describe('The name of the bank and of the export, for notes.'),
  recognise: z
    .strictObject({
      header: words.describe('Headers that one row of the file has.'),
      text: words.describe('Texts in the first lines of the file, such as the name of the bank.'),
    })
    .refine(({ header, text }) => header.length + text.length > 0, 'must name headers or texts')
    .describe('What a file of this bank has; all of it.'),
  ...bankOwner,
  ...readingFields(Object.keys(fileColumns.bank)),
  ...bankWords,
});
export type BankPreset = z.output<typeof bankPreset>;

/** A preset as the terms of reading have it. */
export const presetOf = ({ bank, recognise, account, currency, ...terms }: BankPreset): ReadingPreset => ({
  name: bank,
  recognise,
  terms: { ...readingOf(terms), account, currency },
});
