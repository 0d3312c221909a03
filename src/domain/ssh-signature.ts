import { createPublicKey, hash, verify } from 'node:crypto';
import { TieoutError } from './tieout-error.ts';

/** Throws CALLBACK_KEY_WRONG when a text is not an RSA public key as PEM; `where` is the file that holds it. */
export function requireRsaKey(pem: string, where: string): void {
  try {
    if (createPublicKey(pem).asymmetricKeyType === 'rsa') return;
  } catch {
    // not a key at all: the same error
  }
  throw new TieoutError({
    code: 'CALLBACK_KEY_WRONG',
    message: 'This is not a public key that can verify callbacks.',
    remedy: "Save the webhook's public_key there as the gateway shows it, from BEGIN PUBLIC KEY to END PUBLIC KEY.",
    place: { file: where },
    exitStatus: 4,
  });
}

/*
 *
 * Signatures of `ssh-keygen -Y sign` (SSHSIG) with Ed25519 keys. Formats: PROTOCOL.sshsig, PROTOCOL.key and RFC 8709 of OpenSSH.
 * Everything is parsed strictly: a surplus or missing byte makes a key or signature invalid.
 */

/** The purpose in a signature, so that a signature made for something else (a file, a commit) proves no decision. */
export const signatureNamespace = 'tieout';

const keyType = 'ssh-ed25519';
const keyBytes = 32;
const signatureBytes = 64;

/** An Ed25519 public key. The fingerprint is that of `ssh-keygen -l`: SHA256: and base64 without padding. */
type SshPublicKey = { fingerprint: string; bytes: Buffer };

/** Reads the length-prefixed fields of OpenSSH's binary formats; undefined where the bytes end before the field does. */
class Fields {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  isFixed(expected: string): boolean {
    const found = this.bytes.subarray(this.at, this.at + expected.length);
    this.at += expected.length;
    return found.equals(Buffer.from(expected, 'latin1'));
  }

  number(): number | undefined {
    if (this.at + 4 > this.bytes.length) return undefined;
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }

  field(): Buffer | undefined {
    const length = this.number();
    if (length === undefined || this.at + length > this.bytes.length) return undefined;
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string | undefined {
    return this.field()?.toString('latin1');
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

/** Accepts only canonical base64, because two texts for the same bytes would look like two keys when compared as texts. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

function publicKeyOf(blob: Buffer | undefined): SshPublicKey | undefined {
  if (blob === undefined) return undefined;
  const fields = new Fields(blob);
  const isEd25519 = fields.text() === keyType;
  const bytes = fields.field();
  if (!isEd25519 || bytes?.length !== keyBytes || !fields.isAtEnd()) return undefined;
  return { fingerprint: `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`, bytes };
}

/** The Ed25519 key in a line of a .pub file (type, key, comment); undefined for a line without a key. */
export function readPublicKey(line: string): SshPublicKey | undefined {
  const [type, encoded] = line.trim().split(/\s+/);
  if (type !== keyType || encoded === undefined || /[\r\n]/.test(line.trim())) return undefined;
  return publicKeyOf(fromBase64(encoded));
}

/** The bytes between two lines such as `-----BEGIN SSH SIGNATURE-----`. */
function fromArmour(text: string, label: string): Buffer | undefined {
  const lines = text.trim().split(/\r?\n/);
  if (lines.at(0) !== `-----BEGIN ${label}-----` || lines.at(-1) !== `-----END ${label}-----`) return undefined;
  return fromBase64(lines.slice(1, -1).join(''));
}

/**
 * The public half of an Ed25519 key file: a .pub file, or an OpenSSH private key, which contains the public key unencrypted even with a
 * passphrase. Undefined where the file is neither.
 */
export function publicKeyOfKeyFile(text: string): SshPublicKey | undefined {
  const bytes = fromArmour(text, 'OPENSSH PRIVATE KEY');
  if (bytes === undefined) return readPublicKey(text);
  const fields = new Fields(bytes);
  if (!fields.isFixed('openssh-key-v1\0')) return undefined;
  // cipher, key derivation and its options
  for (let skipped = 0; skipped < 3; skipped += 1) fields.field();
  return fields.number() === 1 ? publicKeyOf(fields.field()) : undefined;
}

/** The key with which a text was signed, or why the signature proves nothing. */
type VerifiedSignature = { key: SshPublicKey } | { problem: string };

/** Verifies an armoured SSHSIG of a text, made for the namespace `tieout`, with the key in it. The caller must check whose key it is. */
export function verifySignature(text: string, armoured: string): VerifiedSignature {
  const bytes = fromArmour(armoured, 'SSH SIGNATURE');
  if (bytes === undefined) return { problem: 'it is not an SSH signature' };
  const fields = new Fields(bytes);
  if (!fields.isFixed('SSHSIG') || fields.number() !== 1) return { problem: 'it is not an SSH signature' };
  const key = publicKeyOf(fields.field());
  const namespace = fields.field();
  const reserved = fields.field();
  const algorithm = fields.text();
  const signature = new Fields(fields.field() ?? Buffer.alloc(0));
  if (key === undefined) return { problem: 'it was not made with an Ed25519 key' };
  if (namespace?.toString('latin1') !== signatureNamespace)
    return { problem: `it was not made for the namespace ${signatureNamespace}` };
  const isKnown = signature.text() === keyType;
  const raw = signature.field();
  if (!isKnown || raw?.length !== signatureBytes || !signature.isAtEnd() || !fields.isAtEnd() || reserved === undefined)
    return { problem: 'it is damaged' };
  if (algorithm !== 'sha512' && algorithm !== 'sha256') return { problem: 'it names an unknown hash' };
  const signed = Buffer.concat([
    Buffer.from('SSHSIG', 'latin1'),
    ...[namespace, reserved, Buffer.from(algorithm, 'latin1'), hash(algorithm, text, 'buffer')].map(prefixed),
  ]);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.bytes.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, signed, publicKey, raw) ? { key } : { problem: 'it was made for another content' };
}

/** A field in OpenSSH's binary format: its length, then its bytes. */
function prefixed(field: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(field.length);
  return Buffer.concat([length, field]);
}
