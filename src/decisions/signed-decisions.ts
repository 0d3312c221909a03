import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { temporaryPath } from '../disk/temporary.ts';
import { publicKeyOfKeyFile, readPublicKey, signatureNamespace, verifySignature } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { samePerson } from '../reconcile/decision/decision.ts';

/** The part of the configuration that assigns keys to persons. */
type SigningConfig = { decision: Pick<Config['decision'], 'keys'>; environment: Environment };

/** The person whose key signs, its fingerprint, and a function that returns the signatures of some texts in their order. */
export type Signer = { person: string; fingerprint: string; sign(texts: readonly string[]): Promise<string[]> };

function signError(code: string, file: string, message: string, remedy: string, cause?: unknown): TieoutError {
  return new TieoutError({ code, message, remedy, place: { file }, exitStatus: 2, cause });
}

/** Where ssh-keygen runs: the folder to which the key's path is relative, and the environment that names an agent. */
type Place = { cwd: string; env: Environment };

/** Runs ssh-keygen, which itself asks for a passphrase on the terminal. Returns its exit status and its output. */
function runSshKeygen(args: readonly string[], place: Place): Promise<{ status: number | null; said: string }> {
  return new Promise((end, reject) => {
    const child = spawn('ssh-keygen', args, { ...place, stdio: ['inherit', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', reject).on('close', (status) => end({ status, said }));
  });
}

/** Signs some texts with one call, so that a passphrase is asked for once. Only this user can read the folder of the texts. */
async function signTexts(keyFile: string, texts: readonly string[], place: Place): Promise<string[]> {
  if (texts.length === 0) return [];
  const folder = await mkdtemp(temporaryPath('sign'));
  try {
    const files = texts.map((_, index) => join(folder, `decision-${index + 1}.txt`));
    for (const [index, text] of texts.entries()) await writeFile(files[index] ?? '', text, { mode: 0o600 });
    const args = ['-q', '-Y', 'sign', '-n', signatureNamespace, '-f', keyFile, ...files];
    const { status, said } = await runSshKeygen(args, place).catch((cause: unknown) => {
      throw signError(
        'SSH_KEYGEN_MISSING',
        keyFile,
        'ssh-keygen, which makes the signature, could not be started.',
        'Install OpenSSH (8.2 or later), or decide without --sign-key: the decision is then asserted only.',
        cause,
      );
    });
    if (status !== 0)
      throw signError(
        'SIGNING_FAILED',
        keyFile,
        `ssh-keygen did not sign: ${said.trim().split('\n')[0] || `exit status ${status}`}`,
        'Check the passphrase and that only you can read the key (chmod 600). No decision was recorded.',
      );
    return await Promise.all(files.map((file) => readFile(`${file}.sig`, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the signer of a key file, whose path is relative to `cwd`: a private key, or the .pub file of a key in an ssh-agent or a token.
 * Throws, with exit status 2, SIGN_KEY_UNREADABLE where the file holds no Ed25519 key and SIGN_KEY_UNKNOWN where the configuration
 * assigns the key to nobody; signing throws SSH_KEYGEN_MISSING or SIGNING_FAILED.
 */
export async function openSigner(
  { decision, environment: env }: SigningConfig,
  keyFile: string,
  cwd = '.',
): Promise<Signer> {
  const text = await readFile(resolve(cwd, keyFile), 'utf8').catch((cause: unknown) => {
    throw signError(
      'SIGN_KEY_UNREADABLE',
      keyFile,
      'The key could not be read.',
      'Give --sign-key the file of your private key.',
      cause,
    );
  });
  const key = publicKeyOfKeyFile(text);
  if (key === undefined)
    throw signError(
      'SIGN_KEY_UNREADABLE',
      keyFile,
      'This is not an Ed25519 key in the format of OpenSSH.',
      'Make one with `ssh-keygen -t ed25519`, and add its .pub line to decision.keys.',
    );
  const own = decision.keys.find((entry) => readPublicKey(entry.key)?.fingerprint === key.fingerprint);
  if (own === undefined)
    throw signError(
      'SIGN_KEY_UNKNOWN',
      keyFile,
      `The key ${key.fingerprint} is not in the configuration.`,
      'Add the line of its .pub file to decision.keys, with the name of the person.',
    );
  return {
    person: own.person,
    fingerprint: key.fingerprint,
    sign: async (texts) => {
      const signatures = await signTexts(keyFile, texts, { cwd, env });
      // a .pub file beside a private key may belong to another key
      const isFitting = signatures.every((signature, index) => {
        const verified = verifySignature(texts[index] ?? '', signature);
        return 'key' in verified && verified.key.fingerprint === key.fingerprint;
      });
      if (isFitting) return signatures;
      throw signError(
        'SIGNING_FAILED',
        keyFile,
        'ssh-keygen signed with another key than the one in this file.',
        'Remove the .pub file beside it if it belongs to another key. No decision was recorded.',
      );
    },
  };
}

/** Refuses an author who does not own the key (SIGN_KEY_OF_ANOTHER). */
export function requireAuthor({ person }: Signer, author: string, keyFile: string): void {
  if (samePerson(person, author)) return;
  throw signError(
    'SIGN_KEY_OF_ANOTHER',
    keyFile,
    `The key belongs to ${person}, but the author is ${author}.`,
    `Leave out --author, or sign with the key of ${author}.`,
  );
}
