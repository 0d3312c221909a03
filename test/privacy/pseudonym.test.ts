import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { companyKey, proveCompanyKey } from '../../src/privacy/company-key.ts';
import { isDistinct, isFindable } from '../../src/privacy/find-values.ts';
import { knownValues, maskedJson } from '../../src/privacy/known-values.ts';
import { openPseudonyms } from '../../src/privacy/pseudonym.ts';

const one = openPseudonyms(Buffer.alloc(32, 1));
const other = openPseudonyms(Buffer.alloc(32, 2));

describe('Pseudonyms', () => {
  test('are the same for each spelling of a value, and others with another key', () => {
    const name = one.ofValue('Aisyah binti Ali');
    expect(name).toMatch(/^person-[0-9a-f]{16}$/);
    expect(one.ofValue('AISYAH  BINTI ALI ')).toBe(name);
    expect(other.ofValue('Aisyah binti Ali')).not.toBe(name);
    expect(one.ofValue('a.b@Shop.example')).toBe(one.ofValue('A.B@shop.example'));
    expect(one.ofValue('a.b@shop.example')).toMatch(/^person-[0-9a-f]{16}@forgotten\.invalid$/);
    expect(one.ofValue('5640 0711-12')).toBe(one.ofValue('5640071112'));
  });

  test('are kept when they are masked again, and digits stay as many digits', () => {
    const mail = one.ofValue('a.b@shop.example');
    expect(other.ofValue(mail)).toBe(mail);
    expect(one.ofSameForm('5640 071112')).toMatch(/^[1-9]\d{3} \d{6}$/);
    expect(one.ofSameForm('5640 071112').replace(' ', '')).toBe(one.ofSameForm('5640071112'));
    expect(one.ofSameForm('Ali')).toBe(one.ofValue('Ali'));
    expect(one.ofValue('')).toBe('');
  });
});

describe('Known values', () => {
  const known = knownValues(['Aisyah binti Ali', 'Ali', 'Order', '5640071112', '12']);
  const shown = (text: string, isProse = true) => known.masked(text, () => '*', isProse);

  test('are found as whole words, the longest first, however they are spelled', () => {
    expect(shown('FROM AISYAH  BINTI-ALI/INV-1 acc 5640071112.')).toBe('FROM */INV-1 acc *.');
    expect(shown('Alibaba, aisyah b. ali')).toBe('Alibaba, aisyah b. ali');
    expect(shown('to x.y@shop.example, 12 pieces')).toBe('to *, 12 pieces');
  });

  test('of one word are replaced in prose only: a code may be the same word', () => {
    expect(shown('The order was taken')).toBe('The * was taken');
    expect(shown('order', false)).toBe('order');
    expect(shown('5640071112', false)).toBe('*');
  });
});

test('JSON is masked by its keys, and stays JSON with the same figures', () => {
  const json =
    '{"total":12.50,"id":"a1-b2","client":{"full_name":"Ali","phone":60123456789},"note":"call Ali","is_test":true}';
  const masked = maskedJson(json, one, (text) => text);
  expect(masked).not.toMatch(/Ali|60123456789/);
  expect(masked).toContain('"total":12.50,"id":"a1-b2"');
  const ofService = '{"bank_account_id":17,"account_verification_fee":"0.50","client_id":"c1","file_name":"a.csv"}';
  expect(maskedJson(ofService, one, (text) => text)).toBe(ofService);
  expect(masked).toContain(`"full_name":"${one.ofValue('Ali')}"`);
  expect(JSON.parse(masked)).toMatchObject({ is_test: true });
  expect(maskedJson('Ali, not JSON', one, (text) => text)).toMatch(/^"text-[0-9a-f]{16}"$/);
});

test('The key of a company is made once, for its owner alone, and refused when it is damaged', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tieout-key-')), 'acme', 'privacy.key');
  const [first, second] = await Promise.all([companyKey(path), companyKey(path)]);
  expect(first).toEqual(second);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 20));
  await expect(companyKey(path)).rejects.toMatchObject({ code: 'PRIVACY_KEY_DAMAGED', exitStatus: 4 });
});

test('The key of a company is not made a second time while a file that was made with it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-key-'));
  const [path, masked] = [join(folder, 'privacy.key'), join(folder, 'masked.duckdb')];
  expect(await proveCompanyKey(path, [masked])).toBe(false);
  const first = await companyKey(path, [masked]);
  writeFileSync(masked, '');
  expect(await companyKey(path, [masked])).toEqual(first);
  rmSync(path);
  for (const read of [companyKey, proveCompanyKey])
    await expect(read(path, [masked])).rejects.toMatchObject({ code: 'PRIVACY_KEY_DAMAGED', place: { file: path } });
  rmSync(masked);
  expect(await companyKey(path, [masked])).not.toEqual(first);
});

test.each([
  ['Aisyah binti Ali', true, true],
  ['a.b@shop.example', true, true],
  ['+60 12 345 678', true, true],
  ['Cash', true, false],
  ['1000', false, false],
  ['1,000.00', true, true],
  ['Ali', false, false],
])('%s is found for certain: %s, also where nobody gave it: %s', (value, isGiven, isAlone) => {
  expect([isFindable(value), isDistinct(value)]).toEqual([isGiven, isAlone]);
});
