import { generateKeyPairSync, hash, sign } from 'node:crypto';

/** A field as OpenSSH's binary formats write it. */
function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A new Ed25519 key: its line for the configuration, and signatures as `ssh-keygen -Y sign -n tieout` makes them. */
export function givenSigner(person: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const blob = Buffer.concat([field('ssh-ed25519'), field(raw)]);
  const fingerprint = `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`;
  const signature = (text: string, namespace = 'tieout') => {
    const facts = [field(namespace), field(''), field('sha512')];
    const signed = Buffer.concat([Buffer.from('SSHSIG'), ...facts, field(hash('sha512', text, 'buffer'))]);
    const version = Buffer.from([0, 0, 0, 1]);
    const made = field(Buffer.concat([field('ssh-ed25519'), field(sign(null, signed, privateKey))]));
    const whole = Buffer.concat([Buffer.from('SSHSIG'), version, field(blob), ...facts, made]).toString('base64');
    const lines = whole.match(/.{1,70}/g) ?? [];
    return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
  };
  return {
    person,
    fingerprint,
    signature,
    key: `ssh-ed25519 ${blob.toString('base64')} ${person}@test`,
    sign: (texts: readonly string[]) => Promise.resolve(texts.map((text) => signature(text))),
  };
}
