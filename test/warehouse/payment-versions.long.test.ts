import { expect, test } from 'vitest';
import { givenRules } from '../given/rules.ts';

/*
 * A later statement that changes a value of a payment ends the known version and adds a new version; a statement that repeats the
 * values adds nothing.
 */

type Line = Record<string, string>;

const line: Line = {
  Type: 'purchase',
  'Reference Nr.': 'INV-1',
  'Related To': '',
  Currency: 'MYR',
  Amount: '100.00',
  Fee: '1.00',
  'Net Amount': '94.00',
  'Rolling Reserve': '5.00',
  Status: 'paid',
  'Payment Method': 'fpx',
  'Paid On': '2026-11-02 09:00:00',
  'Settled On': '2026-11-04 00:09:00',
  Description: 'first',
};

const acme = givenRules({ currencies: ['MYR', 'SGD'], hasPayout: false });
let statements = 0;

async function load(id: string, values: Line): Promise<void> {
  statements += 1;
  const received = new Date(Date.UTC(2026, 10, 5) + statements * 60_000).toISOString();
  const content = `ID,${Object.keys(values).join(',')}\n${id},${Object.values(values).join(',')}\n`;
  await acme.receive(content, { kind: 'statement', received_at: received });
}

/** Whether each version is the current one. */
const versions = (id: string) =>
  acme.lines('select known_to is null from core.payment where payment_key = $id order by known_from', { id });

test.each<[string, Line]>([
  ['the type', { Type: 'custom' }],
  ['the reference', { 'Reference Nr.': 'INV-2' }],
  ['a reference that becomes the related payment', { 'Reference Nr.': '', 'Related To': 'INV-1' }],
  ['the related payment', { 'Related To': 'p-9' }],
  ['the currency', { Currency: 'SGD' }],
  ['the amount and what is withheld', { Amount: '101.00', 'Rolling Reserve': '6.00' }],
  ['the fee and what is withheld', { Fee: '1.10', 'Rolling Reserve': '4.90' }],
  ['what is withheld and the net amount', { 'Rolling Reserve': '4.00', 'Net Amount': '95.00' }],
  ['the status', { Status: 'overdue' }],
  ['the method', { 'Payment Method': 'visa' }],
  ['the time of payment', { 'Paid On': '2026-11-02 09:00:01' }],
  ['the time of settlement', { 'Settled On': '' }],
])('A change of %s is a new version', async (title, change) => {
  await load(title, line);
  await load(title, { ...line, ...change });
  expect(await versions(title)).toEqual(['false', 'true']);
});

test('A statement with the same values, or with another description, is no new version', async () => {
  await load('same', line);
  await load('same', { ...line, Description: 'second' });
  expect(await versions('same')).toEqual(['true']);
});
