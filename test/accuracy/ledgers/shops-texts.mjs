// Texts of bank lines: what customers type as a remittance text, and how each channel writes it.
import { bankName } from './shops-names.mjs';

/** The last one is empty. */
const emptyWords =
  'payment,bayaran,Fund transfer,thanks,tq,baju raya,online shopping,belian,transfer,hadiah,kain 2 pasang,for order,'.split(
    ',',
  );

/** The order's number as the shop prints it. */
const clean = (number, { one }) => one([`INV-${number}`, `INV-${number}`, `INV${number}`, `Order ${number}`]);

/** The order's number as customers type it. */
function noisy(number, { one }) {
  const split = `${number.slice(0, 2)} ${number.slice(2)}`;
  return one([
    `INV ${split}`,
    `inv-${number} thanks`,
    number,
    `00${number}`,
    `Bayaran inv${number}`,
    `inv no. ${number} tq`,
    `order#${number}`,
    `#${number} baju`,
    `I N V ${number}`,
    `INVOICE ${split}`,
    `pay 4 ${number}`,
    `lnv-${number}`,
  ]);
}

/** The number with one digit changed. Numbers are dense, so that it is often another order's number. */
export function mistyped(number, { whole }) {
  const at = whole(1, number.length - 1);
  const digit = (Number(number[at]) + whole(1, 9)) % 10;
  return `${number.slice(0, at)}${digit}${number.slice(at + 1)}`;
}

/** What the customer typed: clean, noisy, mistyped, or anything with the number missing. */
export function remittance(number, style, draw) {
  if (style === 'clean') return clean(number, draw);
  if (style === 'noisy') return noisy(number, draw);
  if (style === 'mistyped') return clean(mistyped(number, draw), draw);
  return draw.one(emptyWords);
}

const joined = (...parts) => parts.filter(Boolean).join(' ');
const banks = ['MBB', 'CIMB', 'PBB', 'RHB', 'HLB', 'AMB', 'BSN', 'OCBC', 'DBS', 'UOB'];

const layouts = {
  duitnow: (payer, text, { one }) =>
    one([joined('DUITNOW TRANSFER', payer, text), joined('DUITNOW/INSTANT TRF', text, payer), joined(payer, text)]),
  ibg: (payer, text, { one, digits }) =>
    one([joined('IBG CREDIT', payer, text), joined('INTERBANK GIRO', digits(6), payer, text)]),
  fpx: (payer, text, { one, digits }) => joined('FPX', one(banks), digits(7), text, payer),
  sepa: (payer, text, { code }) => joined('SEPA CREDIT TRANSFER', payer, `EREF ${code(8)}`, text),
};

/** A line for a transfer that came in; `cut` is the width at which the bank truncates the name and the text. */
export function transferText({ channel, payer, text, cut = 140 }, draw) {
  const name = bankName(payer, draw, Math.min(35, cut));
  const typed = (draw.chance(0.4) ? text.toUpperCase() : text).slice(0, Math.min(35, cut));
  const reference = draw.chance(0.4) ? `${draw.one(['FT', 'TT', 'R'])}${draw.digits(9)}` : null;
  // exports of some banks have columns for the payer and for the recipient's reference, others one text
  if (cut >= 140 && draw.chance(0.3)) {
    const description = { duitnow: 'DuitNow Transfer', ibg: 'IBG Credit', fpx: 'FPX Payment', sepa: 'SEPA Credit' };
    return { description: description[channel], counterparty: name, reference: typed || null };
  }
  const description = layouts[channel](name, typed, draw).slice(0, cut === 140 ? 140 : cut + 12);
  return { description: description.trim(), counterparty: draw.chance(0.25) ? name : null, reference };
}

/** A line for a transfer that went out. */
export function paymentText(payee, text, draw) {
  const name = bankName(payee, draw, 35);
  const start = draw.one(['IBG PAYMENT TO', 'DUITNOW TO', 'TRF TO', 'BILL PAYMENT']);
  return { description: joined(start, name, text), counterparty: draw.chance(0.3) ? name : null, reference: null };
}
