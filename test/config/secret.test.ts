import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { resolveSecret } from '../../src/config/secret.ts';
import { redactSecrets } from '../../src/domain/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-secret-'));
const configPath = join(folder, 'tieout.yaml');

const read = (source: Parameters<typeof resolveSecret>[0], key: string, environment = {}) =>
  resolveSecret(source, key, { path: configPath, environment });

function givenFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return name;
}

test('Only reveal returns the text of a secret', () => {
  const secret = read({ file: givenFile('key', 'open-sesame\n') }, 'gateway.secret_key');
  expect(secret.reveal()).toBe('open-sesame');
  for (const shown of [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true }),
  ]) {
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain('open-sesame');
  }
  expect(Object.keys(secret)).toEqual([]);
});

test('A resolved secret is redacted in any text, also when escaped', () => {
  const value = 'pass"word/äö+1';
  read({ file: givenFile('odd', value) }, 'k');
  for (const text of [value, JSON.stringify({ value }), `https://h/?k=${encodeURIComponent(value)}`]) {
    expect(redactSecrets(`before ${text} after`)).toMatch(/^before .*\[secret\].* after$/);
    expect(redactSecrets(text)).not.toMatch(/word/);
  }
});

test('A variable is read from the environment that is given', () => {
  expect(read({ env: 'K' }, 'k', { K: ' given-key ' }).reveal()).toBe('given-key');
  expect(() => read({ env: 'PATH' }, 'k')).toThrow(expect.objectContaining({ code: 'SECRET_MISSING' }));
});

test.each([
  [{ env: 'TIEOUT_TEST_SURELY_NOT_SET' }, 'SECRET_MISSING', 'environment variable TIEOUT_TEST_SURELY_NOT_SET'],
  [{ file: 'absent' }, 'SECRET_MISSING', 'file absent'],
  [{ file: givenFile('empty', ' \n') }, 'SECRET_MISSING', 'is empty'],
  [{ file: givenFile('two', 'open\nsesame') }, 'SECRET_NOT_ONE_LINE', 'more than one line'],
])('%o is %s with its key', (source, code, says) => {
  expect(() => read(source, 'companies.acme.gateway.secret_key', { TIEOUT_TEST_ELSEWHERE: 'x' })).toThrow(
    expect.objectContaining({
      code,
      exitStatus: 2,
      message: expect.stringContaining(says),
      place: { file: configPath, key: 'companies.acme.gateway.secret_key' },
    }),
  );
});
