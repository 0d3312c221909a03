import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';

/* npm leaves an optional package out without a word if it asks for a newer Node: whatever needs its native part does not start. */

const read = (file: string) => JSON.parse(readFileSync(join(packageRoot, file), 'utf8'));

type Version = [number, number, number];
const versionOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [major, minor, patch];
};
const isFrom = (version: Version, least: Version) => {
  const at = version.findIndex((part, index) => part !== least[index]);
  return at < 0 || (version[at] ?? 0) > (least[at] ?? 0);
};

/** Whether a range such as `^20.19.0 || >=22.12.0` has a version. */
function admits(range: string, version: Version): boolean {
  return range.split('||').some((part) => {
    const least = versionOf(part);
    return isFrom(version, least) && (!part.trim().startsWith('^') || version[0] === least[0]);
  });
}

test('A range of versions has what its parts have', () => {
  const versions: Version[] = [
    [18, 20, 0],
    [20, 18, 1],
    [20, 19, 0],
    [22, 11, 0],
    [24, 0, 0],
  ];
  const having = (range: string) => versions.filter((version) => admits(range, version)).map(([major]) => major);
  expect(having('^20.19.0 || >=22.12.0')).toEqual([20, 24]);
  expect(having('>=18')).toEqual([18, 20, 20, 22, 24]);
  expect(having('>= 20.18.1')).toEqual([20, 20, 22, 24]);
});

test('Every optional package is installed with the oldest Node that is supported', () => {
  const oldest = versionOf(read('package.json').engines.node);
  const packages = Object.entries<{ optional?: boolean; engines?: { node?: string } }>(
    read('package-lock.json').packages,
  );
  const optional = packages.filter(([, { optional }]) => optional === true);
  expect(optional.length).toBeGreaterThan(20);
  const leftOut = optional.filter(([, { engines }]) => engines?.node !== undefined && !admits(engines.node, oldest));
  expect(leftOut.map(([path, { engines }]) => `${path} asks for ${engines?.node}`)).toEqual([]);
});
