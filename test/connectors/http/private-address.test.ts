import { expect, test } from 'vitest';
import {
  isHost,
  isHostListed,
  privateHostOf,
  privateRangeOf,
  privateRangeOfResolved,
  requireSafeLink,
} from '../../../src/connectors/http/safe-url.ts';

const service = new URL('https://payments.example/api/v1/');
const permitted = { service, privateHosts: [] };

test.each([
  ...['127.0.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0X7F.0.0.1', '017700000001', '0177.0.0.1', '127.1'],
  ...['127.0.1', '127.0.0.1.', '%31%32%37.0.0.1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '0', '0.0.0.0', '0x0'],
  ...['localhost', 'LocalHost', 'localhost.', 'a.localhost', 'A.LOCALHOST.'],
  ...['10.0.0.1', '167772161', '0xa000001', '012.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['192.168.257'],
  ...['169.254.169.254', '2852039166', '0xA9FEA9FE', '100.64.0.1', '100.127.255.255', '192.0.0.8', '192.0.2.1'],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.9', '192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
  ...['255.255.255.255'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::127.0.0.1]', '[::a00:1]'],
  ...['[::ffff:127.0.0.1]', '[::FFFF:7f00:1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:8.8.8.8]', '[::ffff:0:127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]'],
  ...['[fc00::1]', '[fdff:ffff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[4000::1]'],
  ...['[3fff::1]'],
])('a link to https://%s is refused', (host) => {
  const link = `https://${host}:8443/1.csv`;
  expect(() => requireSafeLink(link, service, permitted)).toThrowError(
    expect.objectContaining({ code: 'PRIVATE_ADDRESS_REFUSED', exitStatus: 4 }),
  );
});

test.each(['[fe80::1%25eth0]', '[fe80::1%eth0]', '1.2.3.4.5', '256.0.0.1', '0x100000000', '08.0.0.1'])(
  'a link to https://%s is no URL',
  (host) => {
    expect(() => requireSafeLink(`https://${host}/`, service, permitted)).toThrowError(
      expect.objectContaining({ code: 'DOWNLOAD_LINK_UNSAFE' }),
    );
  },
);

test.each([
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '192.167.1.1',
  '[2606:4700::1]',
  'store.example',
  'localhost.example',
  '127.0.0.1.nip.example',
])('a link to https://%s is followed', (host) => {
  expect(requireSafeLink(`https://${host}/1.csv`, service, permitted).href).toBe(`https://${host}/1.csv`);
});

test('the address of the service itself is permitted with its port, and listed hosts with any', () => {
  const own = {
    service: new URL('http://127.0.0.1:8080/api/v1/'),
    privateHosts: ['10.0.0.7', 'fd00::7', 'Files.Internal'],
  };
  expect(requireSafeLink('/files/1.csv', own.service, own).href).toBe('http://127.0.0.1:8080/files/1.csv');
  expect(requireSafeLink('https://10.0.0.7:8443/1', own.service, own).port).toBe('8443');
  expect(requireSafeLink('https://0x0a.7/1', own.service, own).hostname).toBe('10.0.0.7');
  expect(requireSafeLink('https://[fd00:0::7]/1', own.service, own).hostname).toBe('[fd00::7]');
  for (const link of [
    'http://127.0.0.1:8081/1',
    'https://127.0.0.1:8080/1',
    'https://10.0.0.8/1',
    'https://[fd00::8]/1',
  ])
    expect(() => requireSafeLink(link, own.service, own)).toThrow(/is not requested/);
  // encryption is required of a listed host too
  expect(() => requireSafeLink('http://10.0.0.7/1', own.service, own)).toThrow(/not encrypted/);
  expect(isHostListed(new URL('https://files.internal./'), own.privateHosts)).toBe(true);
  expect(isHostListed(new URL('https://other.internal/'), own.privateHosts)).toBe(false);
});

test('an address of a name is judged without a notation, and by the IPv4 address that a network translates', () => {
  expect(privateRangeOfResolved('64:ff9b::808:808')).toBeUndefined();
  expect(privateRangeOfResolved('64:ff9b::8.8.8.8')).toBeUndefined();
  expect(privateRangeOfResolved('64:ff9b::a00:1')).toBe('a private network (10.0.0.0/8)');
  expect(privateRangeOfResolved('64:ff9b::1')).toBe('an unspecified address (0.0.0.0/8)');
  expect(privateRangeOfResolved('fe80::1%eth0')).toBe('a link-local network (fe80::/10)');
  expect(privateRangeOfResolved('::ffff:8.8.8.8')).toBe('a range of translated addresses (::ffff:0:0/96)');
  expect(privateRangeOfResolved('2606:4700::1')).toBeUndefined();
  expect(privateRangeOf('9.255.255.255')).toBeUndefined();
  expect(privateHostOf(new URL('https://intranet/'))).toBeUndefined();
});

test('a host of the configuration is a name or an address alone', () => {
  for (const host of ['files.internal', '10.0.0.7', 'fd00::7', 'bücher.example']) expect(isHost(host)).toBe(true);
  for (const host of [
    'https://files.internal',
    'files.internal:8443',
    'a/b',
    'a b',
    '',
    '[fd00::7]',
    'a..b',
    '*.internal',
  ])
    expect(isHost(host)).toBe(false);
});
