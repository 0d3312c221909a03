import { negated, plainAmount } from '../bank/amount.ts';
import { newClaim } from '../bank/opened-bank-file.ts';
import { type CurrencyPlace, currenciesContradict } from '../bank/refusals.ts';
import type { FileClaim, StatedBalance } from '../opened-file.ts';
import type { TableFile } from '../table/table-spec.ts';
import { day } from './entry.ts';

type Balance = { line: number; type: string; amount: string; currency: string | null; sign: string; on: string | null };

const newBalance = (line: number): Balance => ({ line, type: '', amount: '', currency: null, sign: '', on: null });

/** The balances that prove entries. Other kinds may be in another currency, and are only shown by banks. */
const proving = new Set(['OPBD', 'PRCD', 'ITBD', 'CLBD']);

/** The data of a statement (Stmt) while its elements are read. */
export class CamtStatement {
  readonly claim: FileClaim;
  readonly #file: TableFile;
  /** What first states the currency of the statement: its account or a proving balance. */
  #stated: CurrencyPlace | undefined;
  /** The first entry in each currency, for a statement whose currency is not stated above its entries. */
  readonly #entered = new Map<string, CurrencyPlace>();
  #accountLine = 0;
  entryCount = 0;
  page: number | null = null;
  isLastPage = true;
  #firstPage: number | null = null;
  pending: { line: number; place: string }[] = [];
  #balance = newBalance(0);
  readonly #balances = new Map<string, StatedBalance>();
  /** The balances between pages: a page may begin with one and end with one. */
  #interims: StatedBalance[] = [];
  readonly #values = new Map<string, string>();

  constructor(file: TableFile, statementNo: number, line: number) {
    this.#file = file;
    this.claim = newClaim(statementNo, line);
  }

  /** Takes an element below Stmt that does not belong to an entry, as it begins. */
  begin(path: string, line: number): void {
    if (path === 'Bal') this.#balance = newBalance(line);
    if (path === 'Acct/Ccy') this.#accountLine = line;
  }

  /** Takes what states the currency of the statement. Throws FILE_DAMAGED for a second currency. */
  #state(place: CurrencyPlace): void {
    const places = this.#stated === undefined ? [...this.#entered.values()] : [this.#stated];
    const other = places.find(({ currency }) => currency !== place.currency);
    if (other !== undefined) throw currenciesContradict(this.#file, other, place);
    this.#stated ??= place;
    this.claim.currency = place.currency;
  }

  /** Takes the currency of a booked entry. Throws FILE_DAMAGED where the statement is in another one. */
  enter(place: CurrencyPlace | undefined): void {
    if (place === undefined) return;
    if (this.#stated !== undefined && this.#stated.currency !== place.currency)
      throw currenciesContradict(this.#file, this.#stated, place);
    if (!this.#entered.has(place.currency)) this.#entered.set(place.currency, place);
  }

  /** Takes an element below Stmt that does not belong to an entry, as it ends. */
  take(path: string, text: string, currency: string | undefined): void {
    if (path === 'Bal') this.#keep(this.#balance);
    else if (path.startsWith('Bal/')) this.#takeOfBalance(path.slice(4), text, currency);
    else if (text !== '' && !this.#values.has(path)) this.#values.set(path, text);
    if (path === 'Acct/Ccy' && text !== '')
      this.#state({
        currency: text.toUpperCase(),
        what: `its account (Acct/Ccy) on line ${this.#accountLine}`,
        line: this.#accountLine,
      });
    if (path === 'Acct') this.#identify();
    if (path === 'StmtPgntn') {
      this.page = Number(this.#values.get('StmtPgntn/PgNb') ?? '1');
      this.#firstPage = this.page;
      this.isLastPage = ['true', '1'].includes(this.#values.get('StmtPgntn/LastPgInd') ?? 'true');
    }
  }

  #takeOfBalance(path: string, text: string, currency: string | undefined): void {
    const balance = this.#balance;
    if (path === 'Tp/CdOrPrtry/Cd' || path === 'Tp/CdOrPrtry/Prtry' || path === 'Tp/Cd') balance.type = text;
    if (path === 'CdtDbtInd') balance.sign = text;
    if (path === 'Dt/Dt' || path === 'Dt/DtTm') balance.on = day(text);
    if (path === 'Amt') {
      balance.amount = plainAmount(text) ?? text;
      balance.currency = currency?.trim().toUpperCase() || null;
    }
  }

  #keep({ type, amount, currency, sign, on, line }: Balance): void {
    if (currency !== null && proving.has(type))
      this.#state({ currency, what: `its balance ${type} (Bal) on line ${line}`, line });
    this.claim.currency ??= currency;
    const balance = { amount: sign === 'DBIT' ? negated(amount) : amount, on, line };
    if (type === 'ITBD') this.#interims.push(balance);
    else if (!this.#balances.has(type)) this.#balances.set(type, balance);
  }

  #identify(): void {
    const value = (...paths: string[]) =>
      paths.map((path) => this.#values.get(path)).find((text) => text !== undefined) ?? null;
    const { claim } = this;
    claim.account = value('Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/BBAN', 'Acct/Id/UPIC', 'Acct/Id/PrtryAcct/Id');
    claim.identifier = value('ElctrncSeqNb', 'LglSeqNb', 'Id');
  }

  /** The claims of the statement, after its end. The booked opening balance may be the previous closing balance. */
  finish(): FileClaim {
    this.#identify();
    const { claim } = this;
    const value = (path: string) => this.#values.get(path) ?? null;
    const isLaterPage = (this.#firstPage ?? 1) > 1;
    claim.opening =
      this.#balances.get('OPBD') ?? this.#balances.get('PRCD') ?? (isLaterPage ? this.#interims[0] : undefined) ?? null;
    claim.closing =
      this.#balances.get('CLBD') ??
      (this.isLastPage ? undefined : this.#interims.slice(isLaterPage ? 1 : 0).at(-1)) ??
      null;
    claim.from = day(value('FrToDt/FrDtTm') ?? value('FrToDt/FrDt')) ?? claim.opening?.on ?? null;
    claim.to = day(value('FrToDt/ToDtTm') ?? value('FrToDt/ToDt')) ?? claim.closing?.on ?? null;
    // the stated numbers may or may not count pending entries, so they prove nothing
    if (this.pending.length > 0) return claim;
    const count = (of: string) => /^\d+$/.exec(value(`TxsSummry/${of}/NbOfNtries`) ?? '')?.[0];
    const [all, credits, debits] = ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'].map(count);
    if (all !== undefined) claim.entryCount = Number(all);
    else if (credits !== undefined && debits !== undefined) claim.entryCount = Number(credits) + Number(debits);
    claim.creditSum = plainAmount(value('TxsSummry/TtlCdtNtries/Sum') ?? '') ?? null;
    claim.debitSum = plainAmount(value('TxsSummry/TtlDbtNtries/Sum') ?? '') ?? null;
    return claim;
  }

  /** Whether a statement is the next page of this one. */
  isContinuedBy(next: CamtStatement): boolean {
    return (
      !this.isLastPage &&
      next.page === (this.page ?? 1) + 1 &&
      next.claim.account === this.claim.account &&
      next.#values.get('Id') === this.#values.get('Id')
    );
  }

  /** Adds the next page. Returns the two balances where the opening balance of that page differs from the closing balance of this page. */
  addPage(next: CamtStatement): [StatedBalance, StatedBalance] | undefined {
    if (next.#stated !== undefined) this.#state(next.#stated);
    const [end, begin] = [this.#interims.at(-1), next.#interims[0]];
    for (const [type, balance] of next.#balances) if (!this.#balances.has(type)) this.#balances.set(type, balance);
    for (const [path, text] of next.#values)
      if (path.startsWith('TxsSummry/') && !this.#values.has(path)) this.#values.set(path, text);
    this.#interims = next.#interims;
    this.pending.push(...next.pending);
    this.page = next.page;
    this.isLastPage = next.isLastPage;
    return end !== undefined && begin !== undefined && end.amount !== begin.amount ? [end, begin] : undefined;
  }
}
