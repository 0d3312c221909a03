import { plainAmount } from '../bank/amount.ts';
import { type BankEntry, entryPlace, givenReference, joined, type RejectedEntry } from '../bank/opened-bank-file.ts';
import type { CurrencyPlace } from '../bank/refusals.ts';

/** The statuses of entries outside the booked balance: pending, for information only, and expected. */
const notBooked = new Set(['PDNG', 'INFO', 'FUTR']);

/** The most details of a batch whose texts are kept: a batch may have thousands. */
const keptTexts = 20;

/** The data of an entry (Ntry) while its elements are read. */
export class CamtEntry {
  readonly line: number;
  #currency: string | null = null;
  #values = new Map<string, string>();
  #texts = new Map<string, { kept: string[]; count: number }>();
  #detailCount = 0;

  /** Its position for people: `entry 3 of statement 1 (Ntry)`. */
  readonly place: string;

  /** `entryNo` and `statementNo` count the elements Ntry of a Stmt, and the elements Stmt of the document. */
  constructor(line: number, entryNo: number, statementNo: number) {
    this.line = line;
    this.place = entryPlace(entryNo, statementNo, 'Ntry');
  }

  /** The currency that the entry states of itself. */
  get currency(): CurrencyPlace | undefined {
    if (this.#currency === null) return undefined;
    return { currency: this.#currency, what: `${this.place} on line ${this.line}`, line: this.line };
  }

  /** Takes an element below Ntry. `path` is the names from Ntry down, without NtryDtls, as in TxDtls/RmtInf/Ustrd. */
  take(path: string, text: string, currency: string | undefined): void {
    if (path === 'TxDtls') this.#detailCount += 1;
    if (text === '') return;
    if (path === 'Amt') this.#currency = currency?.trim().toUpperCase() || null;
    const single = singles[path];
    if (single !== undefined) {
      if (!this.#values.has(single)) this.#values.set(single, text);
      return;
    }
    const list = lists[path];
    if (list !== undefined) this.#add(list, text);
  }

  #add(list: string, text: string): void {
    const texts = this.#texts.get(list) ?? { kept: [], count: 0 };
    this.#texts.set(list, texts);
    if (texts.kept.includes(text)) return;
    texts.count += 1;
    if (texts.kept.length < keptTexts) texts.kept.push(text);
  }

  #list(list: string): string | null {
    const { kept, count } = this.#texts.get(list) ?? { kept: [], count: 0 };
    return joined([...kept, count > kept.length ? `and ${count - kept.length} more` : null]);
  }

  #only(list: string): string | null {
    const { kept, count } = this.#texts.get(list) ?? { kept: [], count: 0 };
    return count === 1 ? (kept[0] ?? null) : null;
  }

  /** Whether the entry is booked. A bank may omit the status of booked entries; undefined for an unknown status. */
  get isBooked(): boolean | undefined {
    const status = this.#values.get('status') ?? 'BOOK';
    return status === 'BOOK' ? true : notBooked.has(status) ? false : undefined;
  }

  /** The entry as a rejected row, because its status is unknown. */
  rejected(): RejectedEntry {
    const status = this.#values.get('status') ?? '';
    const rawText = [...this.#values.values()].join(' | ');
    return {
      line: this.line,
      place: this.place,
      code: 'status_unknown',
      reason: `The status "${status}" of the entry is unknown.`,
      rawText,
    };
  }

  entry(statementNo: number, account: string | null, currency: string | null): BankEntry {
    const value = (name: string) => this.#values.get(name) ?? null;
    const text = value('amount') ?? '';
    const amount = plainAmount(text) ?? text;
    const sign = value('sign');
    const isBatch = this.#detailCount > 1;
    const counterparty = this.#list(sign === 'CRDT' ? 'debtor' : 'creditor');
    const bankNumber = givenReference(value('entryReference'));
    return {
      line: this.line,
      place: this.place,
      statementNo,
      account,
      currency: this.#currency ?? currency,
      bookedOn: day(value('bookedOn') ?? value('valueDate')),
      valueDate: day(value('valueDate')),
      credit: sign === 'CRDT' ? amount : null,
      debit: sign === 'DBIT' ? amount : null,
      isReversal: ['true', '1'].includes(value('reversal') ?? ''),
      entryId:
        givenReference(value('bankReference')) ??
        (isBatch ? null : givenReference(this.#only('detailBankReference'))) ??
        // a short number counts the entries of one statement, and is a different entry in another statement
        (bankNumber !== null && !/^\d{1,6}$/.test(bankNumber) ? bankNumber : null),
      reference: isBatch
        ? givenReference(value('batch') ?? value('payment'))
        : (givenReference(this.#only('endToEnd')) ?? this.#only('structured') ?? givenReference(value('payment'))),
      description: joined([
        value('information'),
        this.#list('unstructured'),
        this.#list('structured'),
        this.#list('detailInformation'),
        counterparty,
        isBatch ? this.#list('endToEnd') : null,
      ]),
    };
  }
}

/** The day as the bank wrote it: 2026-03-01T00:30:00+01:00 is the 1st of March, whatever the zone of the reader. */
export function day(text: string | null): string | null {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:T.*|Z|[+-]\d{2}:\d{2})?$/.exec(text ?? '') ?? [];
  return date ?? text;
}

/** The elements that an entry has once, with the name under which each is kept. */
const singles: Readonly<Record<string, string>> = {
  Amt: 'amount',
  CdtDbtInd: 'sign',
  RvslInd: 'reversal',
  Sts: 'status',
  'Sts/Cd': 'status',
  'Sts/Prtry': 'status',
  'BookgDt/Dt': 'bookedOn',
  'BookgDt/DtTm': 'bookedOn',
  'ValDt/Dt': 'valueDate',
  'ValDt/DtTm': 'valueDate',
  AcctSvcrRef: 'bankReference',
  NtryRef: 'entryReference',
  AddtlNtryInf: 'information',
  'Btch/MsgId': 'batch',
  'Btch/PmtInfId': 'payment',
  'TxDtls/Refs/PmtInfId': 'payment',
};

/** The elements that each detail of an entry may have. */
const lists: Readonly<Record<string, string>> = {
  'TxDtls/Refs/EndToEndId': 'endToEnd',
  'TxDtls/Refs/AcctSvcrRef': 'detailBankReference',
  'TxDtls/RmtInf/Ustrd': 'unstructured',
  'TxDtls/RmtInf/Strd/CdtrRefInf/Ref': 'structured',
  'TxDtls/RmtInf/Strd/CdtrRefInf/CdtrRef': 'structured',
  'TxDtls/AddtlTxInf': 'detailInformation',
  'TxDtls/RltdPties/Dbtr/Nm': 'debtor',
  'TxDtls/RltdPties/Dbtr/Pty/Nm': 'debtor',
  'TxDtls/RltdPties/Cdtr/Nm': 'creditor',
  'TxDtls/RltdPties/Cdtr/Pty/Nm': 'creditor',
};
