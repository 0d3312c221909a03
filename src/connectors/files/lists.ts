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

const list = z
  .strictObject({
    file: bookFiles,
    currency: currencyField.optional().describe('Currency of lines that name no currency.'),
    ...readingFields(Object.keys(fileColumns.bank)),
    ...bankWords,
    ...matchingColumns,
    ...arrivalFields,
  })
  .check(checkDue);

/** The name of a list or a pair, which names an input, a reconciliation and objects of the database. */
export const nameField = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must have lower-case letters, digits and _, such as courier_parcels');

export const listsField = z
  .record(nameField, list)
  .optional()
  .describe(
    'Lists of dated amounts by name, such as invoices of an ERP system or parcels of a courier, for pairs and own reconciliations, whose days need them.',
  );

export type ConfiguredList = z.output<typeof list> & { name: string };

/** The configured lists with their names. */
export const listsOf = ({ lists = {} }: { lists?: z.output<typeof listsField> }): ConfiguredList[] =>
  Object.entries(lists).map(([name, each]) => ({ ...each, name }));

/** The kind of receipt of the files of a list. */
export const kindOfList = (name: string): string => `list_${name}`;
