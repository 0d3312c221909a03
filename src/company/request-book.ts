import { type HttpClient, openHttpClient } from '../connectors/http/client.ts';
import type { HttpOptions } from '../connectors/http/dispatchers.ts';
import type { FinishedRequest } from '../connectors/http/request-record.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';

const isNamedBy =
  (request: FinishedRequest) =>
  ({ request: named }: Receipt): boolean =>
    named !== null &&
    named.method === request.method &&
    named.query === request.query &&
    request.path.endsWith(named.path);

/**
 * Adds to each request the number of its receipt. A receipt belongs to one request, the last that matches. It matches a request by the
 * content of the answer, or otherwise where it names the request.
 */
function withReceipts(requests: readonly FinishedRequest[], received: readonly Receipt[]) {
  const byContent = groupedBy(received, ({ source, sha256 }) => `${source} ${sha256}`);
  const byQuery = groupedBy(received, ({ source, request }) => `${source} ${request?.method} ${request?.query}`);
  const taken = new Set<Receipt>();
  const isLeft = (receipt: Receipt) => !taken.has(receipt);
  return requests
    .toReversed()
    .map((request) => {
      const { service } = request.record;
      const isNamed = isNamedBy(request);
      const sameContent = (byContent.get(`${service} ${request.sha256}`) ?? []).filter(isLeft);
      const receipt =
        sameContent.find(isNamed) ??
        sameContent[0] ??
        byQuery.get(`${service} ${request.method} ${request.query}`)?.find((each) => isLeft(each) && isNamed(each));
      if (receipt !== undefined) taken.add(receipt);
      return { ...request.record, receipt_id: receipt?.receipt_id ?? null };
    })
    .reverse();
}

/**
 * Does work with an HTTP client and records the requests to each service in landing, also where the work fails: one receipt, or none
 * without requests. A process that is killed does not record its requests.
 */
export async function withRequestBook<T>(
  landing: Landing,
  company: string,
  options: HttpOptions,
  work: (http: HttpClient) => Promise<T>,
): Promise<T> {
  const before = landing.lastReceiptId();
  const requests: FinishedRequest[] = [];
  const http = openHttpClient({ ...options, onRequest: (request) => void requests.push(request) });
  const keep = async () => {
    await http.close();
    if (requests.length === 0) return;
    const received = landing.receipts().filter((receipt) => receipt.receipt_id > before && receipt.company === company);
    const facts = { source: 'requests', kind: 'requests', company, ext: 'json', content_type: 'application/json' };
    await landing.put(newReceiptFacts(facts), { bytes: JSON.stringify(withReceipts(requests, received)) });
  };
  let result: T;
  try {
    result = await work(http);
  } catch (error) {
    // an error of the landing zone is either the error of the work itself, or the next run reports it
    await keep().catch(() => undefined);
    throw error;
  }
  await keep();
  return result;
}
