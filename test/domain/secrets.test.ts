import { expect, test } from 'vitest';
import { withoutSecrets } from '../../src/connectors/http/redact.ts';
import { newSecretScope, redactSecrets, rememberLink, rememberSecret } from '../../src/domain/secrets.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';

test('an error has no secret of the process, wherever its text came from', () => {
  rememberSecret('sk_domain_1 "quoted"');
  const error = new TieoutError({
    code: 'GATEWAY_ERROR',
    message: 'The gateway answered 400: no such key sk_domain_1 "quoted".',
    remedy: 'Check sk_domain_1 "quoted".',
    place: { url: 'https://g.example/?q=sk_domain_1%20%22quoted%22', line: 3 },
  });
  expect([error.message, error.remedy, error.place]).toEqual([
    'The gateway answered 400: no such key [secret].',
    'Check [secret].',
    { url: 'https://g.example/?q=[secret]', line: 3 },
  ]);
});

test('a link is secret by its query and its long parts, but not by an identifier', () => {
  const id = '0b7e1c9a-2f60-4a61-9c05-5ad5c3b1d111';
  rememberLink(`https://files.example/${id}.csv?sig=short&part=domain-link-part-1`);
  rememberLink('https://hooks.example/services/T00000000000/abc');
  expect(redactSecrets(`GET /${id}.csv?sig=short&part=domain-link-part-1`)).toBe('GET [secret]');
  expect(redactSecrets(`statement ${id}, sig short, domain-link-part-1`)).toBe(`statement ${id}, sig short, [secret]`);
  expect(redactSecrets('https://hooks.example/services/T00000000000/abc')).toBe(
    'https://hooks.example/services/[secret]/abc',
  );
});

test('ordinary words of the path of a link are no secret', () => {
  const link = 'https://files.example/settlement-report/transactions-2026-10.csv';
  rememberLink(link);
  expect(redactSecrets(`${link} settlement-report`)).toBe(`${link} settlement-report`);
});

test('the newest links are secret, however many there were', () => {
  for (let number = 1; number <= 3000; number += 1)
    rememberLink(`https://files.example/a${number}Token0123456789abc/x`);
  expect(redactSecrets('a3000Token0123456789abc')).toBe('[secret]');
});

test('an answer is kept without the link of a download, and byte for byte where it has none', () => {
  const record = '{"id":"s-1","download_url" : "https:\\/\\/files.example\\/a?b=\\"c","status":"success"}';
  expect(withoutSecrets(Buffer.from(record)).toString()).toBe(
    '{"id":"s-1","download_url" : "redacted","status":"success"}',
  );
  const other = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
  expect(withoutSecrets(other)).toBe(other);
  expect(withoutSecrets(Buffer.from('{"download_url":null}')).toString()).toBe('{"download_url":null}');
});

test('What a scope knows as a secret is redacted in its own work only, also while another works', async () => {
  const [first, second] = [newSecretScope(), newSecretScope()];
  const work = async (own: string) => {
    rememberSecret(own);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return redactSecrets('scope-one-key scope-two-key');
  };
  const both = await Promise.all([first(() => work('scope-one-key')), second(() => work('scope-two-key'))]);
  expect(both).toEqual(['[secret] scope-two-key', 'scope-one-key [secret]']);
  expect(first(() => redactSecrets('scope-one-key'))).toBe('[secret]');
  expect(redactSecrets('scope-one-key scope-two-key')).toBe('scope-one-key scope-two-key');
});
