import { z } from 'zod';
import { optionalCountryCode } from '../../iso-codes.ts';

const upTo = (length: number) => z.string().max(length, `At most ${length} characters.`);
const text = (length: number) => upTo(length).default('');
const country = optionalCountryCode.default('');
const isEmail = (value: string) => value === '' || z.email().safeParse(value).success;
const email = upTo(254).refine(isEmail, 'Not an e-mail address.');

/** payment-gateway.md › Client: the fields under their API names, with their maximum lengths. Missing fields are empty. */
export const clientFields = z.object({
  email: email.default(''),
  bank_account: text(64),
  bank_code: text(32),
  phone: upTo(32)
    .regex(/^(\+?\d{1,4} \d[\d -]*)?$/, 'Write it as <country_code> <number>.')
    .default(''),
  full_name: text(1000),
  personal_code: text(32),
  street_address: text(128),
  country,
  city: text(128),
  zip_code: text(32),
  state: text(128),
  shipping_street_address: text(128),
  shipping_country: country,
  shipping_city: text(128),
  shipping_zip_code: text(32),
  shipping_state: text(128),
  cc: z.array(email).default([]),
  bcc: z.array(email).default([]),
  legal_name: text(1000),
  brand_name: text(128),
  registration_number: text(32),
  tax_number: text(32),
});
export type ClientFields = z.output<typeof clientFields>;
