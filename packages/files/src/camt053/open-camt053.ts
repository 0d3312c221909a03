import { decodedText } from '../bank/decoded-text.ts';
import {
  type BankEntry,
  entriesText,
  type Noted,
  openedBankFile,
  type RejectedEntry,
} from '../bank/opened-bank-file.ts';
import { damaged, notAStatement, pagesContradict } from '../bank/refusals.ts';
import { type XmlEvent, xmlElements, xmlEncoding } from '../bank/xml-elements.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import { CamtEntry } from './entry.ts';
import { CamtStatement } from './statement.ts';

/** Messages with the same structure that are not statements: their entries may never be booked, or are booked elsewhere. */
const otherMessages: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'a camt.052 account report',
  BkToCstmrDbtCdtNtfctn: 'a camt.054 notification of entries',
};

/** The names of elements from the root down. */
type Path = string[];

/** The path below an element, or undefined where the element is not in the path. NtryDtls groups details and is left out. */
function below(path: Path, name: string): string | undefined {
  const at = path.indexOf(name);
  if (at === -1 || at === path.length - 1) return undefined;
  return path
    .slice(at + 1)
    .filter((part) => part !== 'NtryDtls')
    .join('/');
}

/** Reads the statements of a document, each entry as it ends. */
class CamtReader {
  readonly #file: TableFile;
  readonly #noted: Noted;
  readonly #path: Path = [];
  readonly #currencies: (string | undefined)[] = [];
  #statement: CamtStatement | undefined;
  #unfinished: CamtStatement | undefined;
  #entry: CamtEntry | undefined;
  #statementCount = 0;

  constructor(file: TableFile, noted: Noted) {
    this.#file = file;
    this.#noted = noted;
  }

  open({ name: written, line, attributes }: Extract<XmlEvent, { kind: 'open' }>): void {
    // version 1 has the version in the name of the message: BkToCstmrStmtV01
    const name = written.replace(/^(BkToCstmr[A-Za-z]+)V\d\d$/, '$1');
    const other = otherMessages[name];
    if (other !== undefined) throw notAStatement(this.#file, other, 'camt.053 (BkToCstmrStmt)', line);
    this.#path.push(name);
    this.#currencies.push(attributes.Ccy);
    if (name === 'Stmt' && this.#path.at(-2) === 'BkToCstmrStmt') {
      this.#statementCount += 1;
      this.#statement = new CamtStatement(this.#file, this.#statementCount, line);
    } else if (name === 'Ntry' && this.#path.at(-2) === 'Stmt') {
      const page = this.#statement;
      if (page !== undefined) page.entryCount += 1;
      this.#entry = new CamtEntry(line, page?.entryCount ?? 1, this.#statementCount);
    } else if (this.#entry === undefined) {
      this.#statement?.begin(below(this.#path, 'Stmt') ?? '', line);
    }
  }

  close({ name, text }: Extract<XmlEvent, { kind: 'close' }>): BankEntry | RejectedEntry | undefined {
    const currency = this.#currencies.pop();
    let found: BankEntry | RejectedEntry | undefined;
    if (name === 'Ntry' && this.#path.at(-2) === 'Stmt') found = this.#endEntry();
    else if (name === 'Stmt' && this.#path.at(-2) === 'BkToCstmrStmt') this.#endPage();
    else if (this.#entry !== undefined) this.#entry.take(below(this.#path, 'Ntry') ?? '', text, currency);
    else this.#statement?.take(below(this.#path, 'Stmt') ?? '', text, currency);
    this.#path.pop();
    return found;
  }

  end(line: number): void {
    if (this.#unfinished !== undefined) this.#noted.claims.push(this.#unfinished.finish());
    if (this.#statementCount === 0)
      throw damaged(this.#file, 'The document has no bank statement: there is no element BkToCstmrStmt/Stmt.', line);
  }

  #endEntry(): BankEntry | RejectedEntry | undefined {
    const [entry, page] = [this.#entry, this.#statement];
    this.#entry = undefined;
    if (entry === undefined || page === undefined) return undefined;
    const statement = this.#statementOf(page);
    const { claim } = statement;
    const { isBooked } = entry;
    if (isBooked === true) {
      page.enter(entry.currency);
      statement.enter(entry.currency);
    }
    if (isBooked === true) return entry.entry(claim.statementNo, claim.account, claim.currency);
    if (isBooked === undefined) return entry.rejected();
    page.pending.push({ line: entry.line, place: entry.place });
    return undefined;
  }

  /** The statement to which a page belongs: the unfinished one, or a new one. */
  #statementOf(page: CamtStatement): CamtStatement {
    if (this.#unfinished?.isContinuedBy(page)) return this.#unfinished;
    if (this.#unfinished !== undefined) this.#noted.claims.push(this.#unfinished.finish());
    this.#unfinished = undefined;
    return page;
  }

  #endPage(): void {
    const page = this.#statement;
    if (page === undefined) return;
    this.#statement = undefined;
    const statement = this.#statementOf(page);
    if (page.pending.length > 0) {
      const lines = entriesText(page.pending);
      this.#noted.notes.push(`Entries that are not booked yet are left out (${lines}).`);
    }
    if (statement !== page) {
      const differing = statement.addPage(page);
      if (differing !== undefined) throw pagesContradict(this.#file, ...differing);
    }
    this.#unfinished = statement.isLastPage ? undefined : statement;
    if (statement.isLastPage) this.#noted.claims.push(statement.finish());
  }
}

async function* entriesOf(
  file: TableFile,
  events: AsyncGenerator<XmlEvent>,
  noted: Noted,
): AsyncGenerator<BankEntry | RejectedEntry> {
  const reader = new CamtReader(file, noted);
  let line = 1;
  for await (const event of events) {
    line = event.line;
    if (event.kind === 'open') reader.open(event);
    else {
      const entry = reader.close(event);
      if (entry !== undefined) yield entry;
    }
  }
  reader.end(line);
}

/**
 * Opens a camt.053 bank statement (ISO 20022, versions 1 to 13), with or without a namespace prefix. Throws
 * FILE_ENCODING_UNKNOWN and FILE_ENCODING_CONTRADICTS, and while its rows are read FILE_DAMAGED, FILE_FORMAT_NOT_ACCEPTED and FILE_BALANCE_CONTRADICTS.
 */
export async function openCamt053(file: TableFile): Promise<OpenedFile> {
  const text = await decodedText(file, xmlEncoding);
  return openedBankFile('camt053', text, (noted) => entriesOf(file, xmlElements(text, file), noted));
}
