import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyOfProduct } from '../given/product-copy.ts';
import { shareOf } from '../given/share.ts';
import { growthOf, pairsOf, type Violation } from './law.ts';
import { type Measured, measure, type Shape, shapes } from './shapes.ts';

const minutes = (count: number) => count * 60_000;

/** Orders a day: the larger number gives more than 500 statement lines a day, the smaller one a quarter of them. */
const [small, large] = [175, 700];

const text = ({ law, sql, found }: Violation) => `${law}: ${found}\n    ${sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`;

type Found = { command: string; violation: Violation };

function violationsIn(before: Measured, after: Measured): Found[] {
  const lines = { before: before.lines, after: after.lines };
  return [...after.commands].flatMap(([command, executed]) => {
    const growth = growthOf(before.commands.get(command) ?? [], executed, lines);
    return [...pairsOf(executed), ...growth].map((violation) => ({ command, violation }));
  });
}

async function violationsOf(shape: Shape): Promise<string[]> {
  const [before, after] = [await measure(shape, small), await measure(shape, large)];
  expect(after.lines).toBeGreaterThanOrEqual(1_000);
  return violationsIn(before, after).map(({ command, violation }) => `${command}: ${text(violation)}`);
}

test.each(shareOf(shapes, 2))(
  'Four times the lines are four times the work: books %s',
  { timeout: minutes(15) },
  async (shape) => {
    expect(await violationsOf(shape)).toEqual([]);
  },
);

const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** A copy of the product in which orders_to_statement has another join. */
function productWithJoin(condition: string): string {
  const product = copyOfProduct('build');
  copies.push(product);
  const file = join(product, 'sql', 'reconcile', 'orders_to_statement.sql');
  const joined = 'on referenced.reference = book.reference';
  const sql = readFileSync(file, 'utf8');
  expect(sql).toContain(joined);
  writeFileSync(file, sql.replace(joined, `on ${condition}`));
  return product;
}

test('The law names a join whose condition is over three relations', { timeout: minutes(10) }, async () => {
  const product = productWithJoin(
    'referenced.reference = book.reference and book.reference is distinct from payment.reference',
  );
  const { commands } = await measure('empty', 500, { product, isRunOnly: true });
  expect(pairsOf(commands.get('run') ?? [])).toMatchObject([
    { sql: expect.stringContaining('recon.orders_to_statement'), found: expect.stringMatching(/^BLOCKWISE_NL_JOIN/) },
  ]);
});
