import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/package-root.ts';
import { start } from '../given/command.ts';

const shell = promisify(execFile);

test('tieout sandbox prints setup commands that work when pasted into a shell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-setup-'));
  const sandbox = start(['sandbox', '--days', '2', '--orders-per-day', '2', '--currencies', 'MYR,JPY'], {});
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    sandbox.on('close', () => reject(new Error(`The sandbox stopped: ${printed}`)));
    sandbox.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C')) resolve();
    });
  });
  const pasted = /^cat > tieout\.yaml[\s\S]*?^export TIEOUT_PAYOUT_API_SECRET=.*$/m.exec(printed)?.[0] ?? '';
  const doctor = `"${process.execPath}" "${join(packageRoot, 'dist', 'cli.js')}" --json doctor`;
  const { stdout } = await shell('sh', ['-c', `${pasted}\n${doctor}`], { cwd: folder });
  expect(JSON.parse(stdout).findings.every(({ isOk }: { isOk: boolean }) => isOk)).toBe(true);
  const [company] = parse(readFileSync(join(folder, 'tieout.yaml'), 'utf8')).companies;
  expect(company).toMatchObject({ name: 'shop', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR', 'JPY'] });
  expect(company.fees.length).toBeGreaterThan(3);
  sandbox.removeAllListeners('close');
  sandbox.kill('SIGINT');
  rmSync(folder, { recursive: true });
});
