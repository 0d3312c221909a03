import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { projects } from '../vitest.config.ts';

function testFiles(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

const isNamed = (path: string, patterns: readonly string[]) =>
  patterns.some((pattern) => (pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : path === pattern));

const all = [...testFiles('test'), ...testFiles('sandbox/test')];

test('Every path of a project has a test', () => {
  const named = Object.values(projects).flat();
  expect(named.filter((pattern) => !all.some((path) => isNamed(path, [pattern])))).toEqual([]);
});

test('Unit tests open no warehouse and start no server or process', () => {
  const unit = all.filter((path) => isNamed(path, projects.unit));
  expect(unit.length).toBeGreaterThan(20);
  const costly =
    /\b(?:openWarehouse|openSnapshot|givenWarehouse|startSandbox|givenServer|createServer|spawn|execFile|tieout|tieoutProcess)\(/;
  expect(unit.filter((path) => costly.test(readFileSync(join(packageRoot, path), 'utf8')))).toEqual([]);
});
