import { describe, expect } from 'vitest';
import { smallPast, startShop, testsOfShop } from '../gateway-harness.ts';

const currencyConversion = { to: 'MYR', rates: { USD: '4.2137', JPY: '0.02814', KWD: '13.7' } };
const it = testsOfShop({ purchases: { currencyConversion } });

describe('payment-gateway.md › Resources and their fields › Purchase › currency_conversion', () => {
  it.for([
    // 100.00 × 4.2137; 1000 yen × 0.02814, the sen rounded half up; 1.000 dinar × 13.7
    ['USD', 10_000, 42_137, 4.2137],
    ['JPY', 1_000, 2_814, 0.02814],
    ['JPY', 25, 70, 0.02814],
    ['KWD', 1_000, 1_370, 13.7],
  ] as const)('present when it occurred at creation: %s %i is charged as MYR %i', async (row, { shop: { create } }) => {
    const [from, asked, charged, rate] = row;
    const made = await create({}, { currency: from, products: [{ name: 'Desk lamp', price: asked }] });
    expect(made.purchase).toMatchObject({ currency: 'MYR', total: charged, products: [{ price: charged }] });
    const conversion = { original_currency: from, original_amount: asked, exchange_rate: rate };
    expect(made.currency_conversion).toEqual(conversion);
  });

  it('null in the own currency, in one without a rate, and where nothing is converted', async ({ shop }) => {
    const home = await startShop();
    for (const [{ create }, currency] of [[shop, 'MYR'] as const, [shop, 'SGD'] as const, [home, 'USD'] as const]) {
      const purchase = { currency, total: 10_000 };
      expect(await create({}, { currency })).toMatchObject({ currency_conversion: null, purchase });
    }
  });

  it('each amount separately, and the total is their sum', async ({ shop: { create } }) => {
    const products = [
      { name: 'a', price: 101, quantity: '3', discount: 7 },
      { name: 'b', price: 333, tax_percent: '6.00' },
    ];
    const { purchase, currency_conversion } = await create({}, { currency: 'USD', products, debt: 5 });
    // 426 × 3 − 29, 1403 and 84 tax, 21: 1.01, 0.07, 3.33 and 0.05 by 4.2137
    expect(purchase).toMatchObject({ total: 426 * 3 - 29 + 1_403 + 84 + 21, debt: 21 });
    expect(currency_conversion).toMatchObject({ original_amount: 303 - 7 + 333 + 20 + 5 });
    const override = await create({}, { currency: 'USD', total_override: 1_000 });
    expect(override.purchase).toMatchObject({ total: 4_214, total_override: 4_214 });
  });

  it('payment, refund, statement, turnover and balance are of the currency that is charged', async () => {
    const { paid, operate, get, statement, turnover, pass } = await startShop({ purchases: { currencyConversion } });
    const { id, payment } = await paid({}, { currency: 'USD' }, { method: 'fpx' });
    // online banking, which takes ringgit only; it costs 1.00
    expect(payment).toMatchObject({ currency: 'MYR', amount: 42_137, fee_amount: 100, net_amount: 42_037 });
    const refund = (await operate(id, 'refund', { amount: 2_137 })).body;
    expect(refund.payment).toMatchObject({ currency: 'MYR', amount: 2_137 });
    await pass(1000);
    expect(await turnover()).toEqual({
      incoming: { turnover: 42_137, fee_sell: 100, count: { all: 1 } },
      outgoing: { turnover: 2_137, fee_sell: 0, count: { all: 1 } },
    });
    expect((await get('/account/json/turnover/?currency=USD')).body.incoming.count).toEqual({ all: 0 });
    expect((await get('/account/json/balance/')).body).toEqual({ MYR: expect.objectContaining({ balance: 39_900 }) });
    const text = await statement();
    expect(text).toMatch(/purchase,INV-1,Desk lamp,MYR,421.37,1.00,420.37,fpx/);
    expect(text).toMatch(/refund,INV-1,Refund,MYR,21.37,0.00,21.37,fpx/);
    expect(text).not.toContain('USD');
  });
});

it('the merchant’s generated data has converted purchases on request, and is otherwise unchanged', async () => {
  const { payments } = smallPast({ ordersPerDay: 40 });
  const book = smallPast({ ordersPerDay: 40, conversion: currencyConversion });
  const converted = book.payments.filter(({ kind, original }) => kind === 'purchase' && original !== undefined);
  expect(converted.length).toBeGreaterThan(10);
  const ids = new Set(converted.map(({ id }) => id));
  const others = (all: typeof payments) =>
    all.filter(({ id, relatedTo }) => !ids.has(id) && !ids.has(relatedTo ?? '')).map(({ id, amount }) => [id, amount]);
  expect(others(book.payments)).toEqual(others(payments));
  const { read } = await startShop({ book });
  for (const { id, amount, original } of converted.slice(0, 5))
    expect(await read(id)).toMatchObject({
      purchase: { currency: 'MYR', total: Number(amount) },
      currency_conversion: { original_currency: original?.currency, original_amount: Number(original?.amount) },
    });
});
