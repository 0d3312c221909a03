import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { givenCookbookWorld } from '../given/cookbook-world.ts';

/* The snippets of docs/bi.md for Python, with the packages that the page names. */
const page = readFileSync(join(packageRoot, 'docs', 'bi.md'), 'utf8');
const snippets = [...page.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const [, packages = ''] = /^ {4}pip install (.+)$/m.exec(page) ?? [];

test('The snippets for Python read what was published, of one company and of several', async () => {
  const { folder } = await givenCookbookWorld();
  symlinkSync('data', join(folder, 'tieout-data'));
  const environment = mkdtempSync(join(tmpdir(), 'tieout-python-'));
  const run = (...args: [string, ...string[]]) => {
    const [command, ...rest] = args;
    const { status, stdout, stderr } = spawnSync(command, rest, { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  run('python3', '-m', 'venv', environment);
  const python = join(environment, 'bin', 'python');
  run(python, '-m', 'pip', 'install', '-q', ...packages.split(' '));
  const answered = (snippet = '', shown = '') => {
    writeFileSync(join(folder, 'snippet.py'), `${snippet}\n${shown}\n`);
    return run(python, 'snippet.py').trim().split('\n');
  };
  // p1 to p14 without p7, from p1 at 9:15 to p14 at 13:00; 290 + 840
  const ofOne = 'print(len(frame), frame["amount"].sum(), frame["paid_at"].iloc[0], frame["paid_at"].iloc[-1])';
  expect(answered(snippets[0], ofOne)).toEqual(['13 1130.0 2026-10-30 09:15:00+08:00 2026-11-05 13:00:00+08:00']);
  const ofAll =
    'print([(r[0], str(r[2])) for r in rows], len(lines) > 0, con.sql("select count(*) from acme.mart.company").fetchone())';
  expect(answered(snippets[1], ofAll)).toEqual(["[('acme', '1130.0000'), ('beta', '800.0000')] True (1,)"]);
});
