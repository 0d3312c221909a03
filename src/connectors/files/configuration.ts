import { z } from 'zod';
import { readingFields, secretSource } from '../../domain/configuration-fields.ts';
import { bankPreset, bankWords } from './bank-preset.ts';
import { arrivalFields, misplacedDue } from './cadence.ts';
import { type FileKind, fileColumns } from './columns.ts';
import { leadsOut } from './file-pattern.ts';

const onePath = z
  .string()
  .min(1)
  .refine((path) => !leadsOut(path), 'must not have .. after a wildcard');

/** The files of a book. */
const fileField = z.union(
  [onePath, z.array(onePath).min(1)],
  'must be the path of a file or folder, a pattern such as bank/2026-*.csv (without .. after a wildcard), or a list of them',
);

/** Refuses a due day without the cadence that it belongs to. */
const checkDue: z.core.CheckFn<z.output<z.ZodObject<typeof arrivalFields>>> = ({ value, issues }) => {
  const key = misplacedDue(value);
  if (key === undefined) return;
  const message = `needs cadence: ${key === 'due_day' ? 'monthly' : 'weekly'}`;
  issues.push({ code: 'custom', input: value[key], path: [key], message });
};

const readingOf = (kind: FileKind) => readingFields(Object.keys(fileColumns[kind]));

const books = z.strictObject({
  orders: z
    .strictObject({
      file: fileField
        .optional()
        .describe('File, folder or pattern (`*`, `?`, `**`), or a list of them: every run imports what has changed.'),
      ...readingOf('orders'),
      ...arrivalFields,
      statuses: z
        .strictObject({
          paid: z.array(z.string().min(1)).default([]).describe('Words for an order that is paid.'),
          not_paid: z.array(z.string().min(1)).default([]).describe('Words for an order that is not paid.'),
        })
        .prefault({})
        .describe('Other words in the column for the status.'),
    })
    .check(checkDue)
    .optional()
    .describe("The merchant's own orders. Every day then needs them."),
  bank: z
    .strictObject({
      file: fileField
        .optional()
        .describe('File, folder or pattern (`*`, `?`, `**`), or a list of them: every run imports what has changed.'),
      ...readingOf('bank'),
      pdf_password: secretSource.optional().describe('Variable or file with the password of encrypted PDF statements.'),
      ...arrivalFields,
      ...bankWords,
      deposits_are: z
        .enum(['disbursements', 'settlements'])
        .default('disbursements')
        .describe("What the gateway's deposits are: its disbursement lines, or everything that it settled on a day."),
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
  callbacks: z
    .strictObject({
      file: fileField
        .optional()
        .describe(
          'File, folder or pattern, or a list of them: JSON lines with signature and body of each callback. Every run imports what has changed.',
        ),
      ...readingOf('callbacks'),
      ...arrivalFields,
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
