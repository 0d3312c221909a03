// The texts of a US bank's account lines. Each account keeps the manner of one bank.

const debitWords = ['PAYMENT', 'EDI PYMNTS', 'BILLPAY', 'ACH PMT', 'AUTOPAY', 'INVOICE', 'PURCHASE', 'WEB PAY'];
const creditWords = ['VENDOR PMT', 'EDI PAYMNT', 'PAYABLES', 'AP PAYMENT', 'PAYMENT', 'CORP PYMT', 'INV PAYMT'];
const cities = ['AUSTIN TX', 'DAYTON OH', 'MESA AZ', 'TAMPA FL', 'BOISE ID', 'RENO NV', 'TULSA OK', 'AKRON OH'];
const processors = {
  Square: (day, id) => `SQUARE INC DES:SQ${day} ID:T3${id} CCD`,
  Stripe: (_day, id) => `STRIPE DES:TRANSFER ID:ST-${id} CCD`,
  Bankcard: (_day, id) => `BANKCARD 8076 DES:MTOT DEP ID:${id} CCD`,
  Heartland: (_day, id) => `HRTLAND PMT SYS TXNS/FEES ${id}`,
  Worldpay: (day, id) => `WORLDPAY COMB. DEP. ${day} ${id}`,
};
export const processorNames = Object.keys(processors);

/** Lines that only the bank knows: the text and the range in cents. */
export const bankOnly = [
  ['MONTHLY SERVICE FEE', -3000, -1200],
  ['ACCOUNT ANALYSIS SETTLEMENT CHARGE', -18000, -2500],
  ['CASH DEPOSIT PROCESSING FEE', -2500, -300],
  ['OVERDRAFT ITEM FEE', -3500, -3500],
  ['NSF RETURNED ITEM FEE', -3400, -3400],
  ['WIRE TRANS SVC CHARGE', -2500, -1500],
  ['MERCHANT SVCS MONTHLY FEE', -9000, -1995],
  ['MERCHANT CHARGEBACK', -45000, -2000],
  ['INTEREST PAYMENT', 3, 4200],
  ['IRS DES:USATAXPYMT ID:270', -950000, -40000],
  ['FRANCHISE TAX BO DES:PAYMENTS', -120000, -80000],
  ['STATE DEPT OF REVENUE DES:TAX PYMT', -320000, -15000],
];

const compactDay = (text) => text.slice(2).replaceAll('-', '');
const slashDay = (text) => `${text.slice(5, 7)}/${text.slice(8)}`;

/** @returns the account's manner: functions that give the text, and the bank's own reference column */
export function bankTexts(draw, setting, company) {
  const { whole, one, chance } = draw;
  const manner = one(['short', 'labelled', 'long']);
  const column = one(['none', 'trace', 'trace', 'check']);
  const processor = one(processorNames);
  const indn = company
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .slice(0, 18);
  const id = (digits = 7) => String(whole(10 ** (digits - 1), 10 ** digits - 1));

  const ach = (words, side, { name, invoice, at }) => {
    const remit = invoice ? one([` INV ${invoice}`, ` RMR*IV*${invoice}`, ` ${invoice}`]) : '';
    const sec = one(['CCD', 'CCD', 'PPD', 'CTX', 'WEB']);
    // A line that gives no name has the bank's own numbers instead.
    if (!name) return `ACH ${side} ${id(4)} ${id(9)} ${sec}${remit}`;
    if (manner === 'labelled') return `${name} DES:${one(words)} ID:${id()} INDN:${indn} CO ID:${id(9)} ${sec}${remit}`;
    if (manner === 'long') {
      const head = `ORIG CO NAME:${name} ORIG ID:${id(9)} DESC DATE:${compactDay(at)}`;
      return `${head} CO ENTRY DESCR:${one(words)} SEC:${sec} TRACE#:${id(9)}${remit}`;
    }
    return `ACH ${side} ${name} ${one(words)} ${id(4)} ${sec}${remit}`;
  };
  const wire = (side, { name, invoice }) => {
    const remit = invoice ? ` OBI: INV ${invoice}` : one(['', ' OBI: PAYMENT', ' OBI: INVOICES']);
    const other = name ?? '';
    if (manner === 'long') {
      const from = side === 'IN' ? 'CREDIT VIA: CITIBANK N.A./021000089 B/O:' : 'DEBIT VIA: WELLS SF/121000248 A/C:';
      return `FEDWIRE ${from} ${other} REF:${id(8)}${remit} TRN:${id(9)}`.replace('  ', ' ');
    }
    if (manner === 'labelled') {
      return `WIRE TYPE:WIRE ${side} TRN:${id(9)} ${side === 'IN' ? 'ORIG' : 'BNF'}:${other} ID:${id(9)}${remit}`;
    }
    return `${side === 'IN' ? 'INCOMING' : 'OUTGOING'} WIRE ${other}${remit} ${id(6)}`.replace('  ', ' ');
  };

  return {
    processor,
    achOut: (parts) => ach(debitWords, 'DEBIT', parts),
    achIn: (parts) => ach(creditWords, 'CREDIT', parts),
    wireOut: (parts) => wire('OUT', parts),
    wireIn: (parts) => wire('IN', parts),
    purchase: ({ name, at }) =>
      name
        ? one([
            `POS PURCHASE ${slashDay(at)} ${name} ${one(cities)} CARD 4471`,
            `CHECKCARD ${slashDay(at).replace('/', '')} ${name} ${one(cities)} 2469${id(9)}`,
            `${one(['SQ *', 'TST* ', 'PAYPAL *', ''])}${name} ${slashDay(at)} DEBIT CARD`,
          ])
        : `DEBIT CARD PURCHASE ${slashDay(at)} ${one(cities)} ${id(6)}`,
    /** @param {'number' | 'zeros' | 'none'} form */
    check: (number, form) => {
      if (form === 'none') return one(['CHECK PAID', 'CHECK', 'SUBSTITUTE CHECK', 'CHECK PAID']);
      const digits = form === 'zeros' ? String(number).padStart(one([6, 8, 10]), '0') : number;
      return { short: `CHECK ${digits}`, labelled: `Check ${digits}`, long: `CHECK # ${digits}` }[manner];
    },
    deposit: (slip) =>
      slip
        ? one([`DEPOSIT ${slip}`, `BRANCH DEPOSIT SLIP ${slip}`])
        : one(['DEPOSIT', 'MOBILE DEPOSIT', 'REMOTE ONLINE DEPOSIT 1', `ATM CHECK DEPOSIT ${id(4)}`, 'DEPOSIT']),
    cards: (at, location, batch) => {
      const place = location > 0 ? ` LOC ${location}` : '';
      return `${processors[processor](compactDay(at), id(6))}${place}${batch ? ` BATCH ${batch}` : ''}`;
    },
    payroll: () => `ACH DEBIT ${one(['GUSTO PAYROLL', 'ADP WAGE PAY', 'PAYCHEX EIB', 'INTUIT PAYROLL'])} ${id(4)} CCD`,
    /** The bank's reference column: empty, the bank's own number, or the number of a check. */
    reference: (checkNumber) => {
      if (column === 'none') return null;
      if (column === 'check') return checkNumber && chance(setting.numberInColumn) ? String(checkNumber) : null;
      return `${one(['', 'T'])}${id(9)}`;
    },
    id,
  };
}
