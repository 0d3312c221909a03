import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { loadDefinition } from '../../src/report/load-definition.ts';
import { readTables } from '../../src/report/table.ts';
import { example } from '../given/extending-examples.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-10-05 09:00:00
p2,purchase,INV-2,MYR,50.00,0.50,fpx,paid,2026-10-31 23:30:00
p3,purchase,INV-3,MYR,30.00,0.30,fpx,paid,2026-11-01 00:30:00
`;
const acme = givenRules({ hasPayout: false }, (rules) =>
  rules.receive(statement, { kind: 'statement', ...days('2026-10-01', '2026-11-05') }),
);

test('The example of a section of whole months has the months whose days are all in the report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-months-'));
  writeFileSync(join(folder, 'months.yaml'), example('reports/months.yaml'));
  const definition = await loadDefinition('months', [folder]);
  await acme.mart('from mart.fee_invoice');
  const feesOf = async (from: string, to: string) => {
    const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from, to };
    const [table] = await readTables(acme.connection, definition, scope);
    const fees: unknown[] = [];
    for await (const rows of table?.rows() ?? []) fees.push(...rows.map(({ charged_fee: fee }) => fee));
    return fees;
  };
  // 1.00 and 0.50 of October, to which the last half hour of its 31st belongs
  expect(await feesOf('2026-10-01', '2026-11-01')).toEqual(['1.5000']);
  expect(await feesOf('2026-10-02', '2026-11-06')).toEqual([]);
  expect(await feesOf('2026-09-15', '2026-11-30')).toEqual(['1.5000']);
});

test('docs/extending.md lists every value of day', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'extending.md'), 'utf8');
  const source = readFileSync(join(packageRoot, 'src', 'report', 'definition.ts'), 'utf8');
  const [, values = ''] = /\n {2}day: z\s*\.enum\(\[([^\]]*)\]/.exec(source) ?? [];
  const known = [...values.matchAll(/'(\w+)'/g)].map(([, value]) => value);
  expect(known).toHaveLength(9);
  const [, table = ''] = /\n\| `day` \|.*\n\|.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, value]) => value).sort()).toEqual(known.sort());
});
