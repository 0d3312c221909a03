import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publicKeyOfKeyFile, readPublicKey, verifySignature } from '../../src/domain/ssh-signature.ts';
import { packageRoot } from '../../src/package-root.ts';
import { givenSigner } from '../given/ssh-signer.ts';

const fixture = (name: string) => readFileSync(join(packageRoot, 'test/domain/fixtures/ssh', name), 'utf8');
const signed = fixture('signed.txt');
// as `ssh-keygen -l -f` prints them
const aida = 'SHA256:UXOZ+AP2BFNM4nWb5eJjTV7LtNafKEu0+5DukY7tux4';
const bakar = 'SHA256:6p5MB1Tj7LLABcA1QcwMZCfeVv6XQJ6MZRl7GcgN9o8';
const passphrase = 'SHA256:7O9uy351n4IW3no6bs1kbx9SVHf0dtH3YJS+wBziHfA';

describe('A key', () => {
  test('has the fingerprint that ssh-keygen shows, in a .pub file and in a private key with or without passphrase', () => {
    expect(readPublicKey(fixture('test-key-aida.pub'))?.fingerprint).toBe(aida);
    expect(readPublicKey(fixture('test-key-bakar.pub'))?.fingerprint).toBe(bakar);
    expect(publicKeyOfKeyFile(fixture('test-key-aida.pub'))?.fingerprint).toBe(aida);
    expect(publicKeyOfKeyFile(fixture('test-key-aida'))?.fingerprint).toBe(aida);
    expect(publicKeyOfKeyFile(fixture('test-key-passphrase'))?.fingerprint).toBe(passphrase);
  });

  test('that is cut, padded, of another type or on two lines is none', () => {
    const line = fixture('test-key-aida.pub').trim();
    const [type = '', encoded = ''] = line.split(' ');
    const longer = Buffer.concat([Buffer.from(encoded, 'base64'), Buffer.from([0])]).toString('base64');
    const wrong = ['', type, `${type} ${encoded.slice(0, -4)}`, `${type} ${longer}`, `ssh-rsa ${encoded}`];
    const others = [`${line}\n${line}`, `${type} ${encoded.slice(0, 8)}\n${encoded.slice(8)}`, fixture('by-aida.sig')];
    for (const text of [...wrong, ...others]) expect(readPublicKey(text)).toBeUndefined();
    expect(publicKeyOfKeyFile(fixture('test-key-aida').replace('b3BlbnNza', 'b3BlbnNzb'))).toBeUndefined();
    expect(
      publicKeyOfKeyFile('-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----'),
    ).toBeUndefined();
  });
});

describe('A signature', () => {
  test('of ssh-keygen is verified, with either hash, and names its key', () => {
    expect(verifySignature(signed, fixture('by-aida.sig'))).toMatchObject({ key: { fingerprint: aida } });
    expect(verifySignature(signed, fixture('by-bakar-sha256.sig'))).toMatchObject({ key: { fingerprint: bakar } });
    expect(verifySignature(signed, fixture('by-aida.sig').replaceAll('\n', '\r\n'))).toHaveProperty('key');
  });

  test('of another content, namespace or type of key proves nothing', () => {
    expect(verifySignature(signed.replace('One', 'Two'), fixture('by-aida.sig'))).toEqual({
      problem: 'it was made for another content',
    });
    expect(verifySignature(signed, fixture('other-namespace.sig'))).toEqual({
      problem: 'it was not made for the namespace tieout',
    });
    expect(verifySignature(signed, fixture('ecdsa.sig'))).toEqual({ problem: 'it was not made with an Ed25519 key' });
    for (const text of ['', 'signed by aida', signed, fixture('test-key-aida')])
      expect(verifySignature(signed, text)).toEqual({ problem: 'it is not an SSH signature' });
  });

  test('with any byte altered, removed or added is refused', () => {
    const [begin = '', ...rest] = fixture('by-aida.sig').trim().split('\n');
    const end = rest.pop() ?? '';
    const bytes = Buffer.from(rest.join(''), 'base64');
    const armoured = (changed: Buffer) => [begin, changed.toString('base64'), end].join('\n');
    expect(verifySignature(signed, armoured(bytes))).toHaveProperty('key');
    for (const at of bytes.keys()) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(verifySignature(signed, armoured(altered)), `byte ${at}`).not.toHaveProperty('key');
      expect(verifySignature(signed, armoured(bytes.subarray(0, at))), `cut at ${at}`).not.toHaveProperty('key');
    }
    expect(verifySignature(signed, armoured(Buffer.concat([bytes, Buffer.from([0])])))).toEqual({
      problem: 'it is damaged',
    });
  });

  test('by the signer of the tests is one that is verified', () => {
    const signer = givenSigner('aida');
    expect(verifySignature('x', signer.signature('x'))).toMatchObject({ key: { fingerprint: signer.fingerprint } });
    expect(readPublicKey(signer.key)?.fingerprint).toBe(signer.fingerprint);
    expect(verifySignature('x', signer.signature('x', 'file'))).toHaveProperty('problem');
  });
});
