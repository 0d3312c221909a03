import { expect, test, vi } from 'vitest';
import { matched, passes, putRecords } from '../../../given/matching.ts';
import { ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();
/** The number of records whose texts a matching reads. */
async function recordsRead(...declared: string[]): Promise<number> {
  let records = 0;
  const stream = acme.connection.stream.bind(acme.connection);
  const reading = vi.spyOn(acme.connection, 'stream').mockImplementation(async (...args) => {
    const result = await stream(...args);
    const fetchChunk = result.fetchChunk.bind(result);
    if (result.columnNames().includes('description'))
      vi.spyOn(result, 'fetchChunk').mockImplementation(async () => {
        const chunk = await fetchChunk();
        records += chunk?.rowCount ?? 0;
        return chunk;
      });
    return result;
  });
  try {
    await matched(acme.warehouse, passes(...declared));
    return records;
  } finally {
    reading.mockRestore();
  }
}

test('All passes that weigh records read each record once', async () => {
  await putRecords(acme.warehouse, ordinaryPairs());
  const several = ['weighed_evidence(exact := true)', 'sum_by_name', 'weighed_evidence', 'sum_by_name(by_day := true)'];
  // sixty pairs
  expect(await recordsRead(...several)).toBe(120);
});

test('Records that a query matched between two searches are not open any more', async () => {
  const reference = { reference: 'A-1' };
  await putRecords(acme.warehouse, [
    ...ordinaryPairs(),
    { side: 'left', key: 'of query', amount: '901.13', counterparty: 'Zimmer Ltd', ...reference },
    { side: 'right', key: 'query', amount: '5.00', description: 'DUITNOW', ...reference },
  ]);
  const declared = passes('sum_by_name', 'same_reference(absolute := null)', 'weighed_evidence');
  expect(await matched(acme.warehouse, declared)).toContain('same_reference: of query = query');
});
