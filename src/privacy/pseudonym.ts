import { createHmac } from 'node:crypto';

const personal =
  /name|nama|client|customer|kunde|buyer|pembeli|email|e-mail|emel|phone|telefon|address|alamat|account|iban|konto|payer|payee|recipient|auftraggeber|empf|sender|beneficiary/i;

/** Columns with numbers, fees and states of a service: records are joined by them, and they identify a person only to that service. */
const ofService = /(?:^|_)(?:id|ids|fee|fees|amount|count|status|type|currency|at)$|^file_?name$/;

/** Whether the values of a column, or of a key in JSON, identify people: names, addresses and numbers. */
export const isPersonal = (name: string) => personal.test(name) && !ofService.test(name);

/**
 * Replaces values by hashes with the company's secret key. The same value gives the same hash in any spelling (case, spaces, separators
 * of digits), so records can still be joined. Without the key, a value cannot be found by guessing.
 */
export type Pseudonyms = {
  /** `person-HASH`, or `person-HASH@forgotten.invalid` for an e-mail address. A pseudonym is returned unchanged. */
  ofValue(text: string): string;
  /** `text-HASH`, for a text with any content. */
  ofText(text: string): string;
  /** Like ofValue, but a number becomes a number with as many digits, for readers that expect one. */
  ofSameForm(text: string): string;
  /** The hash alone, of 32 digits, which identifies a value without revealing it. */
  hashOf(text: string): string;
};

const domain = 'forgotten.invalid';
const isPseudonym = /^(?:person-[0-9a-f]{16}(?:@forgotten\.invalid)?|text-[0-9a-f]{16})$/;

/** An e-mail address within a text. The bounds keep a hostile text from taking quadratic time. */
export const mailAddress = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}/g;

const isMail = (text: string) => new RegExp(`^${mailAddress.source}$`).test(text);
const isNumber = (text: string) => /^\+?\d[\d\s-]{4,}\d$/.test(text);

/** The normal form of a value, for comparing values. */
export function normalValue(text: string): string {
  const folded = text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return isNumber(folded) ? folded.replaceAll(/[\s+-]/g, '') : folded;
}

/** The pseudonyms of one company, from its secret key. */
export function openPseudonyms(key: Buffer): Pseudonyms {
  const hmac = (text: string) => createHmac('sha256', key).update(normalValue(text)).digest();
  const short = (text: string) => hmac(text).toString('hex').slice(0, 16);
  const ofValue = (text: string) => {
    if (text.trim() === '' || isPseudonym.test(text)) return text;
    return isMail(text.trim()) ? `person-${short(text)}@${domain}` : `person-${short(text)}`;
  };
  return {
    ofValue,
    ofText: (text) => (text.trim() === '' || isPseudonym.test(text) ? text : `text-${short(text)}`),
    ofSameForm: (text) => {
      if (!isNumber(text)) return ofValue(text);
      const digits = BigInt(`0x${hmac(text).toString('hex')}`).toString();
      // a number whose first digit is not 0 keeps this property, so that no reader drops the digit
      let at = 0;
      return text.replaceAll(/\d/g, (digit) => {
        const next = digits[at] ?? '0';
        at += 1;
        return at === 1 && digit !== '0' && next === '0' ? '9' : next;
      });
    },
    hashOf: (text) => hmac(text).toString('hex').slice(0, 32),
  };
}
