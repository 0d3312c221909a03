import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';
import { tieoutProcess } from '../given/command.ts';
import { copyOfProduct } from '../given/product-copy.ts';

/*
 * A connector is one folder of src/connectors and one of sql/connectors. This test copies the product, adds both for a
 * fictitious market place, changes nothing else, compiles, and runs a day from the command line.
 */

const fixture = join(packageRoot, 'test', 'third-connector');
const product = copyOfProduct('src', 'packages', 'tsconfig.json', 'tsconfig.build.json');
const work = join(product, 'work');

/** The fixture imports from src/ by way of the test folder; in src/connectors/market the paths are local. */
function moved(text: string): string {
  return text.replaceAll("'../../../src/connectors/", "'../").replaceAll("'../../../src/", "'../../");
}

function addConnector(): void {
  const target = join(product, 'src', 'connectors', 'market');
  mkdirSync(target);
  for (const name of readdirSync(join(fixture, 'market')))
    writeFileSync(join(target, name), moved(readFileSync(join(fixture, 'market', name), 'utf8')));
  cpSync(join(fixture, 'sql'), join(product, 'sql', 'connectors', 'market'), { recursive: true });
}

const tieout = (...args: string[]) =>
  tieoutProcess(['--json', '--quiet', ...args], {}, { cwd: work, program: product });

const verdicts = (out: string) =>
  z
    .object({ verdicts: z.array(z.object({ business_date: z.string(), verdict: z.string(), reason: z.string() })) })
    .parse(JSON.parse(out)).verdicts;

const header = 'Sale,Kind,When,Paid out,Currency,Gross,Commission,Order\n';
const orderHeader = 'Reference,Order,Placed on,Currency,Amount,Status\n';

beforeAll(() => {
  addConnector();
  const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: product, stdio: 'inherit' });
  execFileSync(process.execPath, [join(packageRoot, 'scripts', 'bundle.mjs'), product], { stdio: 'inherit' });
  mkdirSync(join(work, 'statements'), { recursive: true });
  writeFileSync(
    join(work, 'tieout.yaml'),
    `companies:
  - name: stall
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    market: { folder: statements }
    books: { orders: { file: orders.csv } }
`,
  );
  writeFileSync(
    join(work, 'statements', '2025-03-03.csv'),
    `${header}m-1,sale,2025-03-03 10:00:00,2025-03-05 09:00:00,MYR,100.00,5.00,A-1\nm-2,sale,2025-03-03 23:59:59,2025-03-05 09:00:00,MYR,20.00,1.00,A-2\n`,
  );
  writeFileSync(
    join(work, 'statements', '2025-03-04.csv'),
    `${header}m-3,sale,2025-03-04 00:00:30,2025-03-06 09:00:00,MYR,50.00,2.50,A-3\n`,
  );
  writeFileSync(
    join(work, 'orders.csv'),
    `Period: 2025-03-03 to 2025-03-06\n${orderHeader}A-1,1,2025-03-03 09:55:00,MYR,100.00,paid\nA-2,2,2025-03-03 23:50:00,MYR,20.00,paid\nA-3,3,2025-03-04 00:00:00,MYR,55.00,paid\nA-4,4,2025-03-06 08:00:00,MYR,1.00,open\n`,
  );
});
afterAll(() => rmSync(product, { recursive: true, force: true }));

test('a connector added as two folders runs a day end to end', async () => {
  // 120.00 collected for; the market place has no turnover and no balance, and the day does not require them
  const firstRun = await tieout('run', '--date', '2025-03-03');
  expect(verdicts(firstRun.out)).toMatchObject([{ business_date: '2025-03-03', verdict: 'reconciled' }]);
  expect(firstRun.status).toBe(0);

  // A-3 was ordered for 55.00, and the market place reports 50.00
  const differing = await tieout('run', '--date', '2025-03-04');
  expect(verdicts(differing.out)).toMatchObject([{ verdict: 'breaks' }]);
  expect(differing.status).toBe(3);
  const items = await tieout(
    'sql',
    "select outcome, right_minus_left::text as difference from mart.item where reconciliation = 'orders_to_statement' and outcome <> 'matched'",
  );
  expect(JSON.parse(items.out)).toEqual([{ outcome: 'amount_differs', difference: '-5.0000' }]);

  // no statement was received for this day
  const missing = await tieout('run', '--date', '2025-03-05');
  expect(verdicts(missing.out)).toMatchObject([{ verdict: 'incomplete' }]);
  expect(missing.status).toBe(4);
});

test('its statement can be imported, and an invalid line is rejected with a reason', async () => {
  const file = join(work, 'late.csv');
  writeFileSync(
    file,
    `${header}m-4,sale,2025-03-05 12:00:00,,MYR,7.00,0.35,A-5\nm-5,gift,2025-03-05 13:00:00,,MYR,1.00,0,\n`,
  );
  expect(verdicts((await tieout('import', 'market-statement', file)).out)).toMatchObject([
    { business_date: '2025-03-05', verdict: 'incomplete' },
  ]);
  const rows = await tieout('sql', 'select line_no, reason from mart.rejected_row');
  expect(JSON.parse(rows.out)).toEqual([{ line_no: 3, reason: 'The line cannot be read: type_unknown.' }]);
});

test('doctor checks it, and its configuration is validated by its own schema', async () => {
  const findings = z.object({ findings: z.array(z.object({ check: z.string() })) });
  const checks = findings.parse(JSON.parse((await tieout('doctor')).out)).findings.map(({ check }) => check);
  expect(checks).toContain('market place');
  writeFileSync(
    join(work, 'wrong.yaml'),
    readFileSync(join(work, 'tieout.yaml'), 'utf8').replace('folder: statements', 'folders: statements'),
  );
  expect((await tieout('--config', 'wrong.yaml', 'status')).status).toBe(2);
});
