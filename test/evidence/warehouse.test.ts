import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomOf } from '../fuzz/random.ts';
import { tieoutProcess } from '../given/command.ts';
import { isWhole } from '../given/share.ts';
import { warehouseCount } from './counts.ts';
import { publishedRows } from './killed.ts';
import { copyOf } from './stages.ts';
import { closedMonth, type World } from './world.ts';

// only before a release: `npm run evidence`
describe.runIf(isWhole)('The warehouse', () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    world = await closedMonth();
    folder = dirname(world.data);
    const line = readFileSync(join(folder, 'orders.csv'), 'utf8').trimEnd().split('\r\n').at(-1) ?? '';
    appendFileSync(join(folder, 'orders.csv'), `${line.replace(/^[^,]+/, 'AGAIN-1')}\r\n`);
  }, 3_600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Imports a changed orders file: its days are judged again, from the warehouse. */
  const importOrders = (copy: string) =>
    tieoutProcess(['-q', '-c', join(copy, 'tieout.yaml'), 'import', 'orders', join(copy, 'orders.csv')], world.env);

  /** Changes one bit of a region of the file, and says where. */
  function flip(path: string, number: number): string {
    const random = randomOf(`warehouse ${number}`);
    const bytes = readFileSync(path);
    const size = Math.floor(bytes.length / warehouseCount);
    const at = size * number + random.int(0, size - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
    writeFileSync(path, bytes);
    return `byte ${at} of ${bytes.length}`;
  }

  test('An altered byte of the warehouse changes no figure: a command names it, and a rebuild mends it', async () => {
    const undisturbed = copyOf(folder);
    const { status: expected } = await importOrders(undisturbed);
    const rows = await publishedRows(undisturbed);
    expect(rows).not.toEqual(await publishedRows(folder));
    const wrong: string[] = [];
    let named = 0;
    for (let number = 0; number < warehouseCount; number += 1) {
      const copy = copyOf(folder);
      const path = join(copy, 'data', 'acme', 'warehouse', 'tieout.duckdb');
      const where = flip(path, number);
      const first = await importOrders(copy);
      if (first.status !== expected) {
        named += 1;
        if (first.status !== 1 || !first.err.includes('WAREHOUSE_UNREADABLE') || !first.err.includes(path))
          wrong.push(`${where}: ${first.status} ${first.err}`);
        const rebuilt = await tieoutProcess(['-q', '-c', join(copy, 'tieout.yaml'), 'rebuild'], world.env);
        if (rebuilt.status !== 0) wrong.push(`${where}: rebuild ended with ${rebuilt.status} ${rebuilt.err}`);
        const { status, err } = await importOrders(copy);
        if (status !== expected) wrong.push(`${where}: repeated: ${status} ${err}`);
      }
      const found = await publishedRows(copy);
      for (const [view, value] of Object.entries(rows))
        if (found[view] !== value) wrong.push(`${where}: ${view} differs`);
      rmSync(copy, { recursive: true, force: true });
    }
    rmSync(undisturbed, { recursive: true, force: true });
    expect(wrong).toEqual([]);
    expect(named).toBeGreaterThan(0);
  }, 7_200_000);
});
