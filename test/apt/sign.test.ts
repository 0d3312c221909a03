import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openSigner } from '../../src/decisions/signed-decisions.ts';
import { verifySignature } from '../../src/domain/ssh-signature.ts';
import { tieout } from '../given/command.ts';

let folder: string;
let config: string;
const key = (name: string) => join(folder, name);
const keygen = (...args: string[]) => execFileSync('ssh-keygen', ['-q', ...args], { encoding: 'utf8' });
const publicLine = (name: string) => readFileSync(`${key(name)}.pub`, 'utf8').trim();
const call = (args: string[], env: Record<string, string> = {}) =>
  tieout(['-q', '-c', config, ...args], { T_KEY: 'k', ...env });
const listed = z.array(z.looseObject({ break_id: z.string(), status: z.string() }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-sign-'));
  config = join(folder, 'tieout.yaml');
  for (const name of ['aida', 'bakar']) keygen('-t', 'ed25519', '-N', '', '-C', name, '-f', key(name));
  keygen('-t', 'ed25519', '-N', 'a passphrase', '-f', key('chong'));
  writeFileSync(
    config,
    `data_dir: data
warehouse: { threads: 1 }
companies:
  - name: acme
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    gateway: { base_url: 'http://127.0.0.1:9', secret_key: { env: T_KEY } }
decision:
  second_approval_for: [write_off]
  second_approval_verified: true
  keys:
${['aida', 'bakar', 'chong'].map((name) => `    - { person: ${name}, key: "${publicLine(name)}" }`).join('\n')}
`,
  );
  const statement = join(folder, 'november.csv');
  writeFileSync(
    statement,
    `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
r1,refund,INV-8,MYR,50.00,0.00,success,2026-11-03 13:00:00,p8
`,
  );
  await call(['import', 'statement', statement]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const writeOff = (id: string, ...more: string[]) =>
  call(['--json', 'decide', 'write-off', id, '--reason', 'rounding', '--note', 'Agreed', ...more]);

test('Two persons sign with ssh-keygen: the decision waits for the second signature, and an auditor can verify both', async () => {
  const [item] = listed.parse(
    JSON.parse((await call(['--json', 'breaks', '--reconciliation', 'refunds_to_purchases'])).out),
  );
  const id = item?.break_id ?? '';
  const made = await writeOff(id, '--sign-key', key('aida'));
  expect(made).toMatchObject({ status: 0, err: '' });
  const { outcomes, pending } = z
    .object({
      outcomes: z.array(z.object({ decisions: z.array(z.object({ decision_id: z.string(), author: z.string() })) })),
      pending: z.array(z.object({ decision_id: z.string(), because: z.string() })),
    })
    .parse(JSON.parse(made.out));
  const [decision] = outcomes[0]?.decisions ?? [];
  expect(decision?.author).toBe('aida');
  expect(pending).toEqual([
    { because: 'A signed approval by a second person is missing.', decision_id: decision?.decision_id },
  ]);
  const approve = ['decide', 'approve', decision?.decision_id ?? ''];
  const asserted = await call([...approve, '--author', 'bakar']);
  expect(asserted.out).toContain('not in force yet: The approval by bakar is not signed.');
  const approved = await call([...approve, '--sign-key', key('bakar')]);
  expect(approved.out).toMatch(/approve by bakar, signed\n/);
  const [row] = listed
    .parse(JSON.parse((await call(['--json', 'breaks', '--status', 'all'])).out))
    .filter(({ break_id }) => break_id === id);
  expect(row?.status).toBe('written_off');

  // without this program: the signed text, the signature, and the keys of the configuration
  const { decisions } = z
    .object({
      decisions: z.array(
        z.looseObject({ author: z.string(), signed_text: z.string(), signature: z.string().nullable() }),
      ),
    })
    .parse(JSON.parse((await call(['--json', 'breaks', id])).out));
  const allowed = join(folder, 'allowed_signers');
  writeFileSync(allowed, ['aida', 'bakar'].map((name) => `${name} ${publicLine(name)}\n`).join(''));
  const signed = decisions.filter(({ signature }) => signature !== null);
  expect(signed.map(({ author }) => author)).toEqual(['aida', 'bakar']);
  for (const { author, signed_text, signature } of signed) {
    const file = join(folder, 'signature');
    writeFileSync(file, signature ?? '');
    const said = execFileSync('ssh-keygen', ['-Y', 'verify', '-f', allowed, '-I', author, '-n', 'tieout', '-s', file], {
      input: signed_text,
    });
    expect(String(said)).toContain('Good "tieout" signature');
  }
});

test('An agent signs for a key with a passphrase, by its .pub file; without it the signature fails by name', async () => {
  const agent = execFileSync('ssh-agent', ['-s'], { encoding: 'utf8' });
  const [, socket = ''] = /SSH_AUTH_SOCK=([^;]+);/.exec(agent) ?? [];
  const [, pid = ''] = /SSH_AGENT_PID=(\d+);/.exec(agent) ?? [];
  try {
    const ask = join(folder, 'ask');
    writeFileSync(ask, '#!/bin/sh\necho "a passphrase"\n', { mode: 0o700 });
    const env = { ...process.env, SSH_AUTH_SOCK: socket, SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force' };
    execFileSync('ssh-add', ['-q', key('chong')], { env });
    const [item] = listed.parse(JSON.parse((await call(['--json', 'breaks', '--status', 'all'])).out));
    const dry = ['decide', 'accept', item?.break_id ?? '', '--reason', 'other', '--sign-key', `${key('chong')}.pub`];
    expect((await call([...dry, '--dry-run'])).err).toBe('');
    const config = { decision: { keys: [{ person: 'chong', key: publicLine('chong') }] }, environment: process.env };
    const signer = await openSigner({ ...config, environment: env }, `${key('chong')}.pub`);
    const [signature = '', other = ''] = await signer.sign(['one', 'two']);
    expect(verifySignature('one', signature)).toHaveProperty('key');
    expect(verifySignature('two', other)).toHaveProperty('key');
    copyFileSync(`${key('chong')}.pub`, key('elsewhere.pub'));
    const without = await openSigner(config, key('elsewhere.pub'));
    await expect(without.sign(['one'])).rejects.toMatchObject({ code: 'SIGNING_FAILED', exitStatus: 2 });
    expect(await without.sign([])).toEqual([]);
  } finally {
    process.kill(Number(pid));
  }
  // a key that others can read, and a .pub file of another key
  const open = join(folder, 'open');
  copyFileSync(key('aida'), open);
  chmodSync(open, 0o644);
  const keys = { decision: { keys: [{ person: 'aida', key: publicLine('aida') }] }, environment: process.env };
  await expect((await openSigner(keys, open)).sign(['one'])).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
});
