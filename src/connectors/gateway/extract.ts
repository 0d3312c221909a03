import { unixSeconds } from '../../domain/period.ts';
import { collectFailures, type Failures } from '../failures.ts';
import { noteUnexpected } from '../record-schema.ts';
import { receiptsOf } from '../windows.ts';
import { type GatewayExtract, gatewayFacts, requestOf } from './extract-context.ts';
import { type AwaitedStatement, collectOrRequestAgain, requestStatement, statementTitle } from './extract-statement.ts';
import { missingBalances, missingTurnover, neededStatements } from './plan.ts';
import { balanceRecord, turnoverRecord } from './schemas.ts';
import { fetchBalance, fetchTurnover } from './totals.ts';

async function extractTurnover(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, scope, after, progress, unexpected } = extract;
  const missing = missingTurnover(receiptsOf(landing.receipts(), scope.company, after), scope);
  if (missing.length === 0) return;
  const step = progress.step('Turnover by day and currency', missing.length);
  for (const { currency, window } of missing) {
    const day = window.from.toZonedDateTimeISO(scope.zone).toPlainDate().toString();
    await failures.isolate(`turnover ${currency} of ${day}`, async () => {
      const answer = await fetchTurnover(access, currency, unixSeconds(window.from), unixSeconds(window.to));
      noteUnexpected(turnoverRecord, answer.json, 'turnover', unexpected);
      await landing.put(gatewayFacts(scope.company, 'turnover', window, currency, requestOf(answer, 'GET')), {
        bytes: answer.body,
      });
      step.advance();
    });
  }
  step.done();
}

async function extractBalances(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, scope, after, progress, unexpected } = extract;
  const missing = missingBalances(receiptsOf(landing.receipts(), scope.company, after), scope);
  if (missing.length === 0) return;
  const step = progress.step('Gateway balance at the start of each day', missing.length);
  let isOffered = true;
  for (const window of missing) {
    const day = window.from.toZonedDateTimeISO(scope.zone).toPlainDate().toString();
    await failures.isolate(`balance at ${day}`, async () => {
      const answer = await fetchBalance(access, unixSeconds(window.from));
      isOffered = answer !== undefined;
      if (answer === undefined) return;
      noteUnexpected(balanceRecord, answer.json, 'balance', unexpected);
      await landing.put(gatewayFacts(scope.company, 'balance', window, null, requestOf(answer, 'GET')), {
        bytes: answer.body,
      });
    });
    // a gateway without balances is not asked for the next day
    if (!isOffered) break;
    step.advance();
  }
  step.done(isOffered ? undefined : 'not offered');
}

/** Failures after which no other input of the gateway can be read either. */
const stopping = ['GATEWAY_KEY_REFUSED', 'GATEWAY_BUSY'];

/**
 * Reads what a period needs from the gateway and landing does not have. Statements are requested first and collected
 * last: turnover and balances are read while the gateway prepares them. Returns the failures that stopped one input;
 * throws a failure that stops all of them.
 */
export async function extractGateway(extract: GatewayExtract): Promise<unknown[]> {
  const failures = collectFailures(stopping);
  const awaited: AwaitedStatement[] = [];
  for (const currency of extract.scope.currencies) {
    const { landing, scope, formats, after } = extract;
    const receipts = receiptsOf(landing.receipts(), scope.company, after);
    for (const need of neededStatements(receipts, scope, currency, formats)) {
      await failures.isolate(statementTitle(need), async () => {
        awaited.push(await requestStatement(extract, need));
      });
    }
  }
  await extractTurnover(extract, failures);
  await extractBalances(extract, failures);
  for (const statement of awaited) {
    await failures.isolate(statementTitle(statement.need), () => collectOrRequestAgain(extract, statement));
  }
  return failures.list();
}
