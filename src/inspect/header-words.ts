import { normaliseHeader } from 'tieout-files';

const list = (text: string): readonly string[] => text.replaceAll(/\s+/g, ' ').trim().split(', ');

/**
 * Words that identify the headers of other programs and languages. They are never used to read a file, only to propose
 * aliases, which a person confirms. Lower case, the most specific first.
 */
export const headerWords: Readonly<Record<string, readonly string[]>> = {
  order: list(`
    order number, order no, order id, order ref, no pesanan, nombor pesanan, id pesanan, pesanan, bestellnummer, bestellnr,
    auftragsnummer, numero de commande, commande, pedido, name, order`),
  reference: list(`
    reference number, reference no, reference, rujukan, no rujukan, referenz, kundenreferenz, ref, check number, cheque number, invoice,
    invois, rechnungsnummer, transaction id, fitid`),
  placed_on: list(`
    order date, tarikh pesanan, masa pesanan, order created, order time, order placed, date created, created at, create time, created,
    date de commande, bestelldatum, date, tarikh, datum, fecha, time, masa, paid at`),
  booked_on: list(`
    booking date, posting date, posted date, transaction date, entry date, tarikh transaksi, tarikh, buchungstag, buchungsdatum,
    buchung, datum, date, fecha, fecha operacion, posted`),
  balance_on: list('balance date, as of, as at, period end, date, tarikh, datum, stichtag, fecha'),
  paid_on: list('paid on, payment date, date paid, tarikh bayaran, zahlungsdatum, paid, date, tarikh'),
  created_on: list('created, date created, tarikh'),
  settled_on: list('settlement date, settled, payout date'),
  value_date: list('value date, wertstellung, valutadatum, valuta, tarikh nilai, effective date'),
  amount: list(`
    total amount, paid price, paid amount, amount paid, order total amount, grand total, order total, jumlah keseluruhan, jumlah
    bayaran, gesamtbetrag, betrag, umsatz, jumlah, amount, importe, montant, total, amaun, gross, bedrag, částka, kwota, 金額, 金额`),
  debit: list(`
    debit amount, debit, withdrawals, withdrawal, money out, paid out, pengeluaran, keluar, wang keluar, soll, lastschrift, débit,
    cargo, spent, 出金, 出金額, 支出`),
  credit: list(`
    credit amount, credit, deposits, deposit, money in, paid in, kemasukan, masuk, wang masuk, haben, gutschrift, crédit, abono,
    received, 入金, 入金額, 收入`),
  fee: list('fee amount, fee, fees, charge, caj, gebuehr, gebühr, commission'),
  net_amount: list('net amount, net, jumlah bersih, netto, payout amount'),
  status: list(`
    financial status, payment status, status pesanan, order status, status bayaran, bestellstatus, statut, zahlungsstatus, status,
    state, keadaan, estado`),
  type: list('transaction type, type, jenis, jenis transaksi, art, kind'),
  currency: list(`
    currency, currency code, order currency, account currency, mata wang, matawang, waehrung, währung, devise, divisa, moneda, měna,
    waluta, valuta, ccy, curr, 货币, 币种, 通貨`),
  refunded: list('refunded amount, refund amount, refunded, bayaran balik, erstattet, erstattung'),
  balance: list('running balance, balance, baki, saldo, kontostand, statement balance, solde, 残高, 余额'),
  description: list(`
    transaction description, description, verwendungszweck, buchungstext, butiran, butir, keterangan, particulars, narrative, details,
    memo, payee, concepto, libelle, libellé`),
  customer: list('customer name, buyer name, nama pembeli, billing name, kunde, pembeli, customer, buyer'),
  customer_email: list('customer email, billing email, email, e mail, emel'),
  purchase_id: list('payment id, transaction id, gateway id, payment reference, id transaksi'),
  received_at: list('received at, timestamp, time'),
  signature: list('signature, x signature'),
  body: list('body, payload, raw body'),
};

/** Parts of a header that show that an amount is only a part of the whole. */
export const partialAmounts =
  /sub ?total|shipping|penghantaran|versand|tax|cukai|steuer|mwst|discount|diskaun|rabatt|voucher|baucar|fee|refund|unit|qty|quantity|kuantiti|tip\b|duties|outstanding/;

/** Parts of a header of an amount that may be that of one piece. */
export const unitPrice = /\b(price|harga|preis)\b/;

/** Words for the status of an order in other programs and languages, for proposals. */
export const paidWords =
  /paid|pay[ée]|réglé|complete|selesai|berjaya|bayar|dihantar|bezahlt|abgeschlossen|versandt|versendet|fulfilled|delivered|processing|diproses|lunas|succe|captured|settled|shipped|to ship|closed|diterima|erstattet|dipulangkan/;
export const unpaidWords =
  /cancel|batal|gagal|belum|menunggu|tertunda|storn|offen|ausstehend|unbezahlt|unpaid|void|authori|draft|pending|await|hold|fail|expire|tamat|abandon|abgebrochen|reject|declin|annul/;

/** Statuses that begin like the opposite of a known word or are a part of it: a person says what they mean. */
export const unclearStatus =
  /^(un|in|im|non|not|no|pre|nicht|tidak|tak|belum|perlu|partial|teil)|\b(not|nicht|pas|partial|teilweise)\b/;

/** The words of a header: createTime is two words. */
export const plainWords = (header: string) =>
  normaliseHeader(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Headers of numbers that identify or count something, such as sen or thousands, and so are not amounts of a currency. */
export const identifies =
  /\b(id|no|nr|number|nombor|nummer|sku|code|kod|qty|quantity|kuantiti|phone|tel|telefon|zip|postcode|points?|mata|miles|sen|cents?|thousands?|ribu|000)\b/;

/** Parts of a header that show that an account is that of another party. */
export const otherParty =
  /counter|contra|other|payee|payer|debtor|creditor|beneficiary|recipient|sender|remitter|destination|source|\b(to|from)\b|penerima|pengirim|gegen|empfänger|auftraggeber|tegen|bénéficiaire|destinatario|contrapart|对方|對方/;

/** Words of a column that state the side of each line, as the load knows them. */
export const sideWord =
  /^(c|cr|crdt|credit|kredit|haben|h|in|deposit|masuk|bij|abono|d|dr|dbit|debit|soll|s|out|withdrawal|keluar|af|cargo)$/i;

/** Headers of the amount that a payment had in another currency. */
export const originalMoney = /original|foreign|orig\b|fremd|ursprung|asal\b|oorspronkelijk|origine|extranjer/;

/** Headers of days that are those of the file or of another event. */
export const otherDay =
  /\b(statement|print|printed|export|exported|report|generated|due|delivery|expiry|birth|penyata|cetak|hantar)\b/;

/** Headers of columns whose words such as credit and debit are kinds of cards or ways to pay. */
export const wayToPay = /card|channel|method|mode|network|brand|scheme|kad\b|kart|kaedah/;

/** Headers and words of money out, which a balance that is a debt would prove to be money in. */
export const moneyOut = /charge|purchase|spen[dt]|fee\b|interest|drawdown|withdraw|kauf|achat|compra|pembelian|belian/i;

/** Headers of a balance that is a debt, which grows by money out. */
export const isDebt = /owed|owing|overdr|debt|due|outstanding|payable|schuld|hutang|tertunggak|dette|deuda|欠/i;
