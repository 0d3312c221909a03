import { unixSeconds } from '../../domain/period.ts';
import { collectFailures, type Failures } from '../failures.ts';
import { missingBalances, missingTurnover, receiptsOf } from '../plan.ts';
import { noteUnexpected } from '../record-schema.ts';
import { type AwaitedStatement, askForStatement, bringOrAskAnew } from './extract-statement.ts';
import { askedFor, type GatewayExtract, gatewayFacts } from './gateway-extract.ts';
import { balanceRecord, turnoverRecord } from './schemas.ts';
import { fetchBalance, fetchTurnover } from './totals.ts';

async function extractTurnover(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, wanted, after, progress, unexpected } = extract;
  const missing = missingTurnover(receiptsOf(landing.receipts(), wanted.company, after), wanted);
  if (missing.length === 0) return;
  const step = progress.step('Turnover by day and currency', missing.length);
  for (const { currency, window } of missing) {
    const day = window.from.toZonedDateTimeISO(wanted.zone).toPlainDate().toString();
    await failures.isolate(`turnover ${currency} of ${day}`, async () => {
      const answer = await fetchTurnover(access, currency, unixSeconds(window.from), unixSeconds(window.to));
      noteUnexpected(turnoverRecord, answer.json, 'turnover', unexpected);
      await landing.put(gatewayFacts(wanted.company, 'turnover', window, currency, askedFor(answer, 'GET')), {
        bytes: answer.body,
      });
      step.advance();
    });
  }
  step.done();
}

async function extractBalances(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, wanted, after, progress, unexpected } = extract;
  const missing = missingBalances(receiptsOf(landing.receipts(), wanted.company, after), wanted);
  if (missing.length === 0) return;
  const step = progress.step("Gateway balance at each day's start", missing.length);
  let isOffered = true;
  for (const window of missing) {
    const day = window.from.toZonedDateTimeISO(wanted.zone).toPlainDate().toString();
    await failures.isolate(`balance at ${day}`, async () => {
      const answer = await fetchBalance(access, unixSeconds(window.from));
      isOffered = answer !== undefined;
      if (answer === undefined) return;
      noteUnexpected(balanceRecord, answer.json, 'balance', unexpected);
      await landing.put(gatewayFacts(wanted.company, 'balance', window, null, askedFor(answer, 'GET')), {
        bytes: answer.body,
      });
    });
    // a gateway that does not offer balances is not asked for the next day's
    if (!isOffered) break;
    step.advance();
  }
  step.done(isOffered ? undefined : 'not offered');
}

/**
 * Brings to landing what a period needs of the gateway and is not there. Statements are asked for first and fetched
 * last: while the gateway makes them, turnover and balances are read. Gives what kept an input from coming; throws what
 * keeps all of them.
 */
export async function extractGateway(extract: GatewayExtract): Promise<unknown[]> {
  const failures = collectFailures();
  const awaited: AwaitedStatement[] = [];
  for (const currency of extract.wanted.currencies) {
    await failures.isolate(`statement ${currency}`, async () => {
      const statement = await askForStatement(extract, currency);
      if (statement !== undefined) awaited.push(statement);
    });
  }
  await extractTurnover(extract, failures);
  await extractBalances(extract, failures);
  for (const statement of awaited) {
    await failures.isolate(`statement ${statement.currency}`, () => bringOrAskAnew(extract, statement));
  }
  return failures.list();
}
