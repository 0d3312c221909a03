import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPseudonyms } from '../../src/privacy/pseudonym.ts';
import { useCustomerKey } from '../../src/warehouse/customer-key.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Client,Client Email
p1,purchase,INV-1,MYR,1.00,0,paid,2026-11-02 09:00:00,Aida,aida@shop.example
p2,purchase,INV-2,MYR,1.00,0,paid,2026-11-02 10:00:00,Other Name, AIDA@Shop.Example
p3,purchase,INV-3,MYR,1.00,0,paid,2026-11-02 11:00:00,Aida,
p4,purchase,INV-4,MYR,1.00,0,paid,2026-11-02 12:00:00, AIDA  ,
p5,purchase,INV-5,MYR,1.00,0,paid,2026-11-02 13:00:00,Aida  Binti Ali,
p6,purchase,INV-6,MYR,1.00,0,paid,2026-11-02 14:00:00,aida binti ali,
p7,purchase,INV-7,MYR,1.00,0,paid,2026-11-02 15:00:00,,
`;
const orders = `Order,Reference,Placed On,Amount,Status,Currency,Customer,Customer Email
SO-1,INV-1,2026-11-02 08:00:00,1.00,paid,MYR,A.,aida@SHOP.example
SO-3,INV-3,2026-11-02 08:00:00,1.00,paid,MYR,AIDA,
SO-7,INV-7,2026-11-02 08:00:00,1.00,paid,MYR,,
`;
const books = { orders: {} };
const key = Buffer.alloc(32, 'acme');
const others = Buffer.alloc(32, 'another company');

const acme = givenRules({ hasPayout: false, books }, async (rules) => {
  await useCustomerKey(rules.connection, key);
  await rules.receive(statement, { kind: 'statement', ...days('2026-11-02') }, { books });
  await rules.receive(orders, { kind: 'orders' }, { books });
});

async function keysOf(view: string, id: string): Promise<Record<string, unknown>> {
  const rows = await acme.rows(`select ${id} as id, customer_key from ${view} order by all`);
  return Object.fromEntries(rows.map((row) => [String(row.id), row.customer_key]));
}
const payments = () => keysOf('mart.transaction', 'payment_key');
const ofAddress = (address: string, secret = key) =>
  openPseudonyms(secret)
    .ofValue(address)
    .replace(/^person-|@.*$/g, '');

test('A customer has one key in payments and orders, by the address before the name: that of the masked snapshot', async () => {
  const [aida, named, full] = ['aida@shop.example', 'aida', 'aida binti ali'].map((value) => ofAddress(value));
  expect(await payments()).toEqual({ p1: aida, p2: aida, p3: named, p4: named, p5: full, p6: full, p7: null });
  expect(await keysOf('core.merchant_order', 'order_id')).toEqual({ 'SO-1': aida, 'SO-3': named, 'SO-7': null });
  expect(new Set([aida, named, full]).size).toBe(3);
  expect(aida).toMatch(/^[0-9a-f]{16}$/);
});

test('The key of any address is the hash of its pseudonym', async () => {
  const spaces = fc.constantFrom('', ' ', '  ');
  const address = fc
    .tuple(spaces, fc.emailAddress(), spaces)
    .map(([before, mail, after]) => `${before}${mail.replaceAll(/[a-m]/g, (letter) => letter.toUpperCase())}${after}`)
    .filter((mail) => /^\s*[A-Za-z0-9][\w.%+-]*@/.test(mail));
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 20 }), secrets, async (addresses, secret) => {
      await useCustomerKey(acme.connection, secret);
      const rows = await acme.rows(
        `select staging.customer_key(unnest(from_json($addresses, '["VARCHAR"]')), 'Aida') as customer_key`,
        { addresses: JSON.stringify(addresses) },
      );
      expect(rows.map((row) => row.customer_key)).toEqual(addresses.map((one) => ofAddress(one, secret)));
    }),
    { numRuns: 20 },
  );
  await useCustomerKey(acme.connection, key);
});

test('Spaces of any kind and the writing of an accent do not matter, in the key or in the pseudonym', async () => {
  const keyOf = async (email: string | null, name: string | null) => {
    const [row] = await acme.rows('select staging.customer_key($email::text, $name::text) as found', { email, name });
    return row?.found;
  };
  const jose = ofAddress('jos\u00e9 ng');
  for (const written of ['Jos\u00e9 Ng', 'Jose\u0301 Ng', '\tJOS\u00c9\u00a0\u2009NG\u00a0'])
    expect([written, await keyOf(null, written), ofAddress(written)]).toEqual([written, jose, jose]);
  // an address that has only spaces does not count
  expect(await keyOf('\u00a0 ', 'Jos\u00e9 Ng')).toBe(jose);
  expect(await keyOf(' ', '\u00a0')).toBeNull();
});

test('Another secret key gives every customer another key; the same one gives the keys back', async () => {
  const before = await payments();
  await useCustomerKey(acme.connection, others);
  const after = await payments();
  expect(after).toMatchObject({ p1: ofAddress('aida@shop.example', others), p7: null });
  const kept = Object.entries(before).filter(([id, one]) => one !== null && one === after[id]);
  expect(kept).toEqual([]);
  expect((await keysOf('core.merchant_order', 'order_id'))['SO-1']).toBe(after.p1);
  await useCustomerKey(acme.connection, key);
  expect(await payments()).toEqual(before);
});

test('The secret key is not in the database, and without it there is no key', async () => {
  const { connection } = acme;
  expect(
    await acme.lines("select made_with from main.made_with where part = 'customer_key' and length(made_with) = 16"),
  ).toHaveLength(1);
  await connection.run('reset variable customer_key_inner');
  expect(await acme.rows("select staging.customer_key('aida@shop.example', 'Aida') as found")).toEqual([
    { found: null },
  ]);
  await useCustomerKey(connection, key);
});
