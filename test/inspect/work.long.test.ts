import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { inspectFile } from '../../src/inspect/inspect-file.ts';
import { statementsOf } from '../given/counted-statements.ts';
import { kindNamed, nobody } from '../given/inspected.ts';

// the cost of an inspection by what it does: no test here measures seconds

const folder = mkdtempSync(join(tmpdir(), 'tieout-work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clock = () => Temporal.Instant.from('2026-11-20T00:00:00Z');

/** The statements of the database while a file is inspected, and the inspection. */
async function inspected(content: string) {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const found: Awaited<ReturnType<typeof inspectFile>>[] = [];
  const statements = await statementsOf(async () => {
    found.push(await inspectFile({ path, as: kindNamed('bank'), company: nobody, currency: 'MYR', keys: [], clock }));
  });
  const [inspection] = found;
  if (inspection === undefined) throw new Error('the file was not inspected');
  return { statements, inspection };
}

const line = (index: number) => `2026-11-${String((index % 18) + 1).padStart(2, '0')},pay ${index},-5.00`;

test('An inspection makes no view or macro that only reconciling and reporting use, and keeps no line', async () => {
  const { statements, inspection } = await inspected(`Date,Description,Amount\n${line(1)}\n${line(2)}\n`);
  expect(inspection.now.figures?.loaded).toBe(2);
  // an empty warehouse alone has about 290 definitions
  expect(statements.length).toBeLessThan(130);
  const definitions = statements.filter((sql) => /^create (or replace )?(macro|view|table \w+\.\w+ as)\b/m.test(sql));
  // a definition runs once, after those that it uses
  expect(new Set(definitions).size).toBe(definitions.length);
  expect(definitions.filter((sql) => /^create .*(macro|view|table) (mart|recon)\..* as\b/m.test(sql))).toEqual([]);
  expect(statements.filter((sql) => /^insert into core\.bank_line|^update core\.bank_line/m.test(sql))).toEqual([]);
});

test('The statements of a wide table do not grow with its columns', async () => {
  const wide = (columns: number) => {
    const names = Array.from({ length: columns - 3 }, (_, index) => `extra ${index}`);
    const rows = [1, 2, 3].map((index) => `${line(index)},${names.map((name) => `${name} of ${index}`).join(',')}`);
    return `Date,Description,Amount,${names.join(',')}\n${rows.join('\n')}\n`;
  };
  const [narrow, widest] = [await inspected(wide(300)), await inspected(wide(1000))];
  expect(widest.inspection.now.figures?.loaded).toBe(3);
  expect(widest.inspection.now.otherExamples.get('extra 996')).toBe('extra 996 of 1');
  const lettersOf = (statements: readonly string[]) => statements.reduce((sum, sql) => sum + sql.length, 0);
  expect(widest.statements.length).toBe(narrow.statements.length);
  expect(Math.abs(lettersOf(widest.statements) - lettersOf(narrow.statements))).toBeLessThan(1000);
});

/** How often the blocks of the code of inspecting run while a table of figures with these columns and rows is inspected. */
async function workOf(columns: number, rows: number): Promise<number> {
  const names = Array.from({ length: columns - 3 }, (_, index) => `extra ${index}`);
  const cells = (row: number) => names.map((_, index) => `${index}.${row % 10}0`).join(',');
  const lines = Array.from({ length: rows }, (_, row) => `2026-11-${(row % 9) + 10},pago,-5.00,${cells(row)}`);
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await inspected(`Fecha,Concepto,Importe,${names.join(',')}\n${lines.join('\n')}\n`);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => url.includes('/src/inspect/')).flatMap((script) => script.functions);
    return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}

test('The work of proposing grows with the cells of a wide table', async () => {
  const few = await workOf(200, 4);
  expect(few).toBeGreaterThan(10_000);
  expect(await workOf(400, 4)).toBeLessThan(few * 2.2);
  expect(await workOf(200, 8)).toBeLessThan(few * 2.2);
});

test('A long file is read as often as a short one', async () => {
  const readingsOf = async (lines: number) => {
    const rows = Array.from({ length: lines }, (_, index) => {
      const day = String(((index * 13) % 18) + 1).padStart(2, '0');
      return `${day}/11/2026;pago ${index};${index % 2 === 0 ? '-' : '+'}${(index % 9) + 1},50`;
    });
    const { statements, inspection } = await inspected(`Fecha operacion;Concepto;Importe\n${rows.join('\n')}\n`);
    expect(inspection.proposal.terms).toMatchObject({
      aliases: { booked_on: ['Fecha operacion'], amount: ['Importe'] },
      decimal_mark: ',',
    });
    expect(inspection.fitted?.figures?.loaded).toBe(lines);
    return statements.filter((sql) => sql.includes('read_csv(')).length;
  };
  expect(await readingsOf(20_000)).toBe(await readingsOf(20));
});

test('The order of days is taken from the whole file', async () => {
  // the first lines do not prove whether the day or the month comes first
  const rows = Array.from(
    { length: 20_000 },
    (_, index) =>
      `${index < 19_999 ? '03/04/2026' : '25/04/2026'};pago ${index};${index % 2 === 0 ? '-' : '+'}${(index % 9) + 1},50`,
  );
  const { inspection } = await inspected(`Fecha operacion;Concepto;Importe\n${rows.join('\n')}\n`);
  expect(inspection.proposal.terms.date_order).toBeUndefined();
  expect(inspection.fitted?.dateOrder).toBe('day_first');
  expect(inspection.fitted?.figures?.loaded).toBe(20_000);
});
