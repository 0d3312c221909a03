import { expect, test } from 'vitest';
import { type FinishedRequest, recorded } from '../../../src/connectors/http/request-record.ts';

const asked = { service: 'gateway', method: 'GET', url: 'https://gateway.example/api/v1/balance/', isLink: false };

test.each([
  [200, 'answered'],
  [299, 'answered'],
  [301, 'refused'],
  [404, 'refused'],
  [428, 'refused'],
  [429, 'rate_limited'],
  [430, 'refused'],
  [500, 'failed'],
])('A request whose last answer has the status %i is %s', async (status, outcome) => {
  const finished: FinishedRequest[] = [];
  await recorded(
    asked,
    (request) => void finished.push(request),
    (recording) => recording.attempt(async () => recording.answered(status, 2)),
  );
  expect(finished).toMatchObject([{ record: { outcome, status } }]);
});
