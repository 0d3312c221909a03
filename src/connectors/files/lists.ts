import { z } from 'zod';
import { currencyField, readingFields } from '../../domain/configuration-fields.ts';
import { bankWords } from './bank-preset.ts';
import { arrivalFields } from './cadence.ts';
import { fileColumns } from './columns.ts';
import { bookFiles, checkDue } from './file-field.ts';

const headers = z.array(z.string().min(1)).default([]);

/** The columns that only matching reads, by their headers. */
export const matchingColumns = {
  counterparty: headers.describe('Headers of columns that name the other party.'),
  fee: headers.describe('Headers of columns with a fee that was deducted from the amount.'),
  number: headers.describe(
    'Headers of columns with a number, such as that of an invoice, where a line has no reference.',
  ),
  identifier: headers.describe(
    'Headers of columns with a number that both sides have: its records match whatever their amounts are.',
  ),
};

/** The names of the configured lists, each of which is an input of its own. */
const list = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must have lower-case letters, digits and _, such as courier_parcels')
      .describe('Identifies the list: its input, its lines in SQL (core.list_line), and a side of a pair.'),
    file: bookFiles,
    currency: currencyField.optional().describe('Currency of lines that name no currency.'),
    ...readingFields(Object.keys(fileColumns.bank)),
    ...bankWords,
    ...matchingColumns,
    ...arrivalFields,
  })
  .check(checkDue);

export type ConfiguredList = z.output<typeof list>;

export const listsField = z
  .array(list)
  .check(({ value, issues }) => {
    for (const [index, { name }] of value.entries()) {
      if (value.findIndex((other) => other.name === name) === index) continue;
      issues.push({ code: 'custom', input: name, path: [index, 'name'], message: 'is the name of another list' });
    }
  })
  .optional()
  .describe(
    'Lists of dated amounts, such as invoices of an ERP system or parcels of a courier, for pairs and own reconciliations.',
  );

/** The kind of receipt of the files of a list. */
export const kindOfList = (name: string): string => `list_${name}`;
