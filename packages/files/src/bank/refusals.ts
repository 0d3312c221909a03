import type { FileRefusal } from '../file-refusal.ts';
import { refused } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';

/** The refusal of a bank file that ends early, or violates its format. */
export function damaged({ fileName }: TableFile, message: string, line: number, cause?: unknown): FileRefusal {
  return refused(fileName, 'FILE_DAMAGED', message, { line, cause });
}

/** The refusal of a part of an MT940 message, such as its entries without the balances that prove them. */
export function fragment({ fileName }: TableFile, what: string, line: number): FileRefusal {
  return refused(fileName, 'FILE_DAMAGED', `The file is a fragment of an MT940 message: ${what}.`, {
    remedy:
      'Download the whole statement, from its reference (:20:) to its closing balance (:62F:); nothing of the file was loaded.',
    line,
  });
}

/** The refusal of a bank file beyond a limit that no bank statement reaches. */
export function tooLarge({ fileName }: TableFile, message: string, line: number): FileRefusal {
  return refused(fileName, 'FILE_TOO_LARGE', message, {
    remedy: 'No bank writes such a statement: check where the file comes from, or export it again.',
    line,
  });
}

/** What states a currency in a bank file, for people: `the account (Acct/Ccy, line 5)`. */
export type CurrencyPlace = { currency: string; what: string; line: number };

/**
 * The refusal of a statement in one currency that has a balance or an entry in another: its balances prove nothing about such an entry,
 * and which of the two is wrong cannot be known.
 */
export function currenciesContradict(
  { fileName }: TableFile,
  stated: CurrencyPlace,
  other: CurrencyPlace,
): FileRefusal {
  return refused(
    fileName,
    'FILE_DAMAGED',
    `A statement is in ${stated.currency} by ${stated.what}, and in ${other.currency} by ${other.what}: no balance proves both.`,
    {
      remedy:
        'Export one statement for each currency of the account, with its own balances and each entry in that currency; nothing of the file was loaded.',
      line: other.line,
    },
  );
}

/** The refusal of a document in which no amount has a minus although the types of entries say that they are money out. */
export function signsUnproven(
  { fileName }: TableFile,
  { line, type, amount }: { line: number; type: string; amount: string },
): FileRefusal {
  return refused(
    fileName,
    'FILE_SIGN_UNPROVEN',
    `No amount of the file has a minus, although entries have types of money out: the entry on line ${line} (TRNTYPE ${type}) would be ${amount} in.`,
    {
      remedy:
        'Export a longer period, in which money out has a minus, or another format (camt.053, MT940, or a table with balances). Nothing of the file was loaded.',
      line,
    },
  );
}

/** The refusal of a message that looks like a bank statement but is another message, such as a report of pending entries. */
export function notAStatement({ fileName }: TableFile, found: string, wanted: string, line: number): FileRefusal {
  return refused(fileName, 'FILE_FORMAT_NOT_ACCEPTED', `The file is ${found}, not a bank statement.`, {
    remedy: `Export the account statement: ${wanted}.`,
    line,
  });
}

/** The refusal of pages where the opening balance of one differs from the closing balance of the page before. */
export function pagesContradict(
  { fileName }: TableFile,
  before: { amount: string; line: number },
  after: { amount: string; line: number },
): FileRefusal {
  return refused(
    fileName,
    'FILE_BALANCE_CONTRADICTS',
    `A page ends with a balance of ${before.amount} (line ${before.line}), and the next page of the statement begins with ${after.amount} (line ${after.line}).`,
    {
      remedy: 'A page is missing, or the file was changed: download the statement again with all its pages.',
      line: after.line,
    },
  );
}
