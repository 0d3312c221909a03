import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countryCode, currencyCode } from '../iso-codes.ts';
import { queryOf } from './filters.ts';

/** payment-gateway.md › Purchase: the names that payment_method_whitelist allows. */
export const METHODS = [
  ...['fpx', 'fpx_b2b1', 'crypto_coin', 'dnqr', 'duitnow_qr', 'maestro', 'mastercard', 'mpgs_apple_pay'],
  ...['mpgs_google_pay', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
  ...['shopee_pay', 'visa'],
] as const;

const NAMES: Record<string, string> = {
  fpx: 'Online banking',
  fpx_b2b1: 'Corporate online banking',
  crypto_coin: 'Crypto',
  dnqr: 'DuitNow QR (static)',
  duitnow_qr: 'DuitNow QR',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  mpgs_apple_pay: 'Apple Pay',
  mpgs_google_pay: 'Google Pay',
  razer_atome: 'Atome',
  razer_grabpay: 'GrabPay',
  razer_maybankqr: 'Maybank QR',
  razer_shopeepay: 'ShopeePay (by aggregator)',
  razer_tng: "Touch 'n Go",
  shopee_pay: 'ShopeePay',
  visa: 'Visa',
};

/** Only cards support authorization, later capture, and saving for later charges. */
const CARDS: ReadonlySet<string> = new Set(['visa', 'mastercard', 'maestro']);
/** Methods from outside Malaysia, which accept any currency. */
const ABROAD: ReadonlySet<string> = new Set([...CARDS, 'mpgs_apple_pay', 'mpgs_google_pay', 'crypto_coin']);

export const isCard = (method: string) => CARDS.has(method);

export type Wanted = {
  currency: string;
  skipCapture?: boolean;
  preauthorization?: boolean;
  recurring?: boolean;
  country?: string | undefined;
  whitelist?: readonly string[] | null;
};

/** The payment methods that are available for a purchase. Malaysian methods accept ringgit only. */
export function usableMethods(wanted: Wanted): string[] {
  const needsCard = wanted.skipCapture === true || wanted.preauthorization === true || wanted.recurring === true;
  return METHODS.filter(
    (method) =>
      (wanted.currency === 'MYR' || ABROAD.has(method)) &&
      (!needsCard || isCard(method)) &&
      (wanted.country === undefined || wanted.country === 'MY' || ABROAD.has(method)) &&
      (wanted.whitelist?.includes(method) ?? true),
  );
}

const yes = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();
const query = z.object({
  brand_id: z.uuid(),
  currency: currencyCode,
  country: countryCode.optional(),
  recurring: yes,
  skip_capture: yes,
  preauthorization: yes,
  language: z.string().optional(),
  amount: z.string().regex(/^\d+$/, 'Not a whole number of minor units.').optional(),
});

/** GET /payment_methods/: the methods available to a purchase with these parameters. */
export function paymentMethodRoute(app: FastifyInstance): void {
  app.get('/api/v1/payment_methods/', (request) => {
    const asked = query.parse(Object.fromEntries(new URLSearchParams(queryOf(request.url))), { reportInput: true });
    const methods = usableMethods({
      currency: asked.currency,
      country: asked.country,
      skipCapture: asked.skip_capture === true,
      preauthorization: asked.preauthorization === true,
      recurring: asked.recurring === true,
    });
    return {
      available_payment_methods: methods,
      by_country: {
        any: methods.filter((method) => ABROAD.has(method)),
        MY: methods.filter((one) => !ABROAD.has(one)),
      },
      names: Object.fromEntries(methods.map((method) => [method, NAMES[method] ?? method])),
    };
  });
}
