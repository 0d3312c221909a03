import { z } from 'zod';
import { readingFields, secretSource } from '../../domain/configuration-fields.ts';
import { bankOwner, bankPreset, bankWords } from './bank-preset.ts';
import { arrivalFields } from './cadence.ts';
import { type FileKind, fileColumns } from './columns.ts';
import { bookFiles, checkDue, fileField } from './file-field.ts';
import { listsField, listsOf } from './lists.ts';
import { pairsField, pairsOf, unknownSides } from './pairs.ts';

const accountCode = z.string('must be the code of an account in quotes, such as "1150"').trim().min(1);

const accountsField = z.union(
  [accountCode, z.array(accountCode).min(1, 'must have the code of an account')],
  'must be the code of an account in quotes, such as "1150", or a list of codes',
);

/** The accounts of the ledger that are reconciled, by role. */
const ledgerRoles = z
  .strictObject({
    gateway: accountsField
      .optional()
      .describe('The clearing account of the gateway: a code in quotes, or a list of codes.'),
    bank: accountsField.optional().describe('The account of the bank.'),
    payout: accountsField.optional().describe('The account of the payout service.'),
  })
  .check(({ value, issues }) => {
    const roleOf = new Map<string, string>();
    for (const [role, codes] of Object.entries(value)) {
      for (const code of [codes ?? []].flat()) {
        const other = roleOf.get(code);
        const message = `has the account "${code}"${other === role ? ' twice' : `, which is also the account of ${other}`}`;
        if (other !== undefined) issues.push({ code: 'custom', input: code, path: [role], message });
        roleOf.set(code, role);
      }
    }
    const message = 'needs at least one of gateway, bank and payout';
    if (Object.values(value).every((codes) => codes === undefined))
      issues.push({ code: 'custom', input: value, path: [], message });
  });

const readingOf = (kind: FileKind) => readingFields(Object.keys(fileColumns[kind]));

const books = z
  .strictObject({
    orders: z
      .strictObject({
        file: bookFiles,
        ...readingOf('orders'),
        ...arrivalFields,
        statuses: z
          .strictObject({
            paid: z.array(z.string().min(1)).default([]).describe('Words for an order that is paid.'),
            not_paid: z.array(z.string().min(1)).default([]).describe('Words for an order that is not paid.'),
          })
          .prefault({})
          .describe('Other words in the column for the status.'),
        amounts: z
          .enum(['major_units', 'minor_units'])
          .default('major_units')
          .describe('Unit of the amounts: minor_units reads 5327 as 53.27 in a currency with two decimals.'),
      })
      .check(checkDue)
      .optional()
      .describe("The merchant's own orders. Every day then needs them."),
    bank: z
      .strictObject({
        file: bookFiles,
        ...readingOf('bank'),
        pdf_password: secretSource
          .optional()
          .describe('Variable or file with the password of encrypted PDF statements.'),
        ...arrivalFields,
        ...bankOwner,
        ...bankWords,
        deposits_are: z
          .enum(['disbursements', 'settlements'])
          .default('disbursements')
          .describe(
            "What the gateway's deposits are: its disbursement lines, or what it settled on a day, less a day before that was below zero.",
          ),
        deposit_text: z
          .string()
          .min(1)
          .optional()
          .describe(
            'Only lines whose description contains this text are deposits of the gateway. Without it, every deposit is.',
          ),
      })
      .check(checkDue)
      .optional()
      .describe("The merchant's bank statement. Every day then needs it."),
    opening: z.strictObject(readingOf('opening')).optional().describe('How the file of `tieout take-on` is read.'),
    ledger: z
      .strictObject({
        file: bookFiles,
        ...readingOf('ledger'),
        accounts: ledgerRoles
          .optional()
          .describe(
            'Accounts whose balances are used, at least one; needed with `file`. Several accounts of one role are added up.',
          ),
      })
      .check(({ value, issues }) => {
        // a section for reading alone is what `tieout inspect` proposes
        if (value.file === undefined || value.accounts !== undefined) return;
        const message =
          'is missing: name the account of the gateway, the bank or the payout service, such as { gateway: "1150" }';
        issues.push({ code: 'custom', input: value, path: ['accounts'], message });
      })
      .optional()
      .describe('The balances of the general ledger; a debit balance is positive. No day needs them.'),
    callbacks: z
      .strictObject({
        file: fileField
          .optional()
          .describe(
            'File, folder or pattern, or a list of them: JSON lines with signature and body of each callback. Every run imports what has changed.',
          ),
        ...readingOf('callbacks'),
        ...arrivalFields,
        received: z
          .boolean()
          .default(false)
          .describe("Whether `tieout receive` takes them from the gateway, at /callbacks/ and the company's name."),
        public_keys: z
          .array(z.string().min(1))
          .default([])
          .describe(
            "Files with the public keys (PEM) of your webhooks. Without any, the gateway is asked for the company's own key.",
          ),
      })
      .check(checkDue)
      .optional()
      .describe('The callbacks that the merchant received. Every day then needs them.'),
    lists: listsField,
    pairs: pairsField,
  })
  .check(({ value, issues }) => {
    const books = (['bank', 'orders'] as const).filter((name) => value[name] !== undefined);
    const names = listsOf(value).map(({ name }) => name);
    for (const { path, side, known } of unknownSides(pairsOf(value), [...names, ...books])) {
      const message = `"${side}" is no list of books.lists and no configured book; the sides are: ${known.join(', ')}`;
      issues.push({ code: 'custom', input: side, path, message });
    }
  });

/** The keys of the merchant's own files in a company's configuration. */
export const filesConfiguration = {
  books: books.prefault({}).describe("The merchant's own files, which are compared with the gateway's records."),
  banks: z
    .array(bankPreset)
    .default([])
    .describe(
      'How the files of each bank are recognised and read. Files in `banks/` beside the configuration are added.',
    ),
};

export type FilesSection = z.infer<z.ZodObject<typeof filesConfiguration>>;
