import { expect, onTestFinished, test } from 'vitest';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { say } from '../../src/warehouse/say.ts';
import { statementsOf } from '../given/counted-statements.ts';
import { givenWarehouse } from '../given/warehouse.ts';

test('All messages are read by one query, however many there are, and each is said', async () => {
  const { connection, close } = await givenWarehouse();
  onTestFinished(close);
  // more than twice as many as are written in one step
  await execute(
    connection,
    `create table recon.told as
     select core.say('control-suggested', {suggested: no}) as told from range(25000) as numbers(no) union all select 'A sentence.'`,
  );
  const statements = await statementsOf(() => say(connection, [{ table: 'recon.told', column: 'told' }]));
  expect(statements.filter((sql) => sql.startsWith('select distinct no'))).toHaveLength(1);
  const said = await readRows(
    connection,
    `select count(distinct told)::int as sentences, count(*) filter (told like '{%')::int as messages, max(told) as last from recon.told`,
  );
  expect(said).toEqual([{ sentences: 25_001, messages: 0, last: 'A sentence.' }]);
  const kept = () => readRows(connection, 'select count(*)::int as messages from recon.sentence');
  expect(await kept()).toEqual([{ messages: 25_000 }]);

  // the same messages again, in two tables
  const again = [1, 2].map((no) => ({ table: `recon.told_${no}`, column: 'told' }));
  for (const { table } of again)
    await execute(connection, `create table ${table} as select message as told from recon.sentence limit 3`);
  await say(connection, again);
  for (const { table } of again)
    expect(await readRows(connection, `select count(*)::int as messages from ${table} where told like '{%'`)).toEqual([
      { messages: 0 },
    ]);
  expect(await kept()).toEqual([{ messages: 25_000 }]);
});
