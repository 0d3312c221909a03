import { unixSeconds } from '../../domain/period.ts';
import type { Receipt, ReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { collectFailures, type Failures, keepFailure } from '../failures.ts';
import { receiptsOf, type Window } from '../windows.ts';
import { accessAbout, type GatewayExtract, gatewayFacts } from './extract-context.ts';
import { type AwaitedStatement, collectOrRequestAgain, requestStatement, statementTitle } from './extract-statement.ts';
import type { StatementNeed } from './plan.ts';
import { missingBalances, missingTurnover, neededStatements } from './plan.ts';
import { balanceQuery, balanceRequest, fetchBalance, fetchTurnover, turnoverQuery, turnoverRequest } from './totals.ts';

const dayOf = (window: Window, zone: string) => window.from.toZonedDateTimeISO(zone).toPlainDate().toString();

async function extractTurnover(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, scope, askedAgain, progress } = extract;
  const missing = missingTurnover(receiptsOf(landing.receipts(), scope.company, askedAgain), scope);
  if (missing.length === 0) return;
  const step = progress.step('Turnover by day and currency', missing.length);
  for (const { currency, window } of missing) {
    const [from, to] = [unixSeconds(window.from), unixSeconds(window.to)];
    const query = turnoverQuery(currency, from, to, {}).toString();
    const facts = () => gatewayFacts(scope.company, 'turnover', window, currency, { ...turnoverRequest, query });
    await failures.isolate(
      `turnover ${currency} of ${dayOf(window, scope.zone)}`,
      async () => {
        const answer = await fetchTurnover(accessAbout(access, window, { currency }), currency, from, to);
        await landing.put(facts(), { bytes: answer.body });
        step.advance();
      },
      { landing, facts },
    );
  }
  step.done();
}

/**
 * Whether the gateway offers balances. Where it never gave a balance, the answer that it does not offer any is kept, and is no failure
 * of the run.
 */
async function isOffering(
  { landing, scope }: GatewayExtract,
  facts: () => ReceiptFacts,
  ask: () => Promise<void>,
): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    const isKnown = landing
      .receipts()
      .some(({ company, kind, failure }) => company === scope.company && kind === 'balance' && failure === undefined);
    if (isKnown || !(error instanceof TieoutError) || error.code !== 'BALANCE_NOT_OFFERED') throw error;
    await keepFailure(landing, facts(), error);
    return false;
  }
}

async function extractBalances(extract: GatewayExtract, failures: Failures): Promise<void> {
  const { access, landing, scope, askedAgain, progress } = extract;
  const missing = missingBalances(receiptsOf(landing.receipts(), scope.company, askedAgain), scope);
  if (missing.length === 0) return;
  const step = progress.step('Gateway balance at the start of each day', missing.length);
  let isOffered = true;
  for (const window of missing) {
    const at = unixSeconds(window.from);
    const query = balanceQuery(at).toString();
    const facts = () => gatewayFacts(scope.company, 'balance', window, null, { ...balanceRequest, query });
    const ask = async () => {
      const answer = await fetchBalance(accessAbout(access, window, {}), at);
      await landing.put(facts(), { bytes: answer.body });
    };
    await failures.isolate(
      `balance at ${dayOf(window, scope.zone)}`,
      async () => {
        isOffered = await isOffering(extract, facts, ask);
      },
      { landing, facts },
    );
    // a gateway without balances is not asked about further days
    if (!isOffered) break;
    step.advance();
  }
  step.done(isOffered ? undefined : 'not offered');
}

/**
 * Fetches the inputs that a period needs from the gateway and landing does not have. Statements are requested first and collected last;
 * turnover and balances are read while the gateway prepares them. Returns the failures that stopped one input; throws a failure that
 * stops all of them.
 */
export async function extractGateway(extract: GatewayExtract): Promise<unknown[]> {
  const failures = collectFailures();
  const awaited: AwaitedStatement[] = [];
  const { landing, scope, formats, askedAgain } = extract;
  const keepAs = ({ kind, window, currency }: StatementNeed, method: 'GET' | 'POST', path: string) => ({
    landing,
    facts: () => gatewayFacts(scope.company, kind, window, currency, { method, path, query: '' }),
  });
  for (const currency of scope.currencies) {
    const receipts = receiptsOf(landing.receipts(), scope.company, { ...askedAgain, unusable: new Set() });
    const usable = new Set(receiptsOf(receipts, scope.company, askedAgain));
    const isUsable = (receipt: Receipt) => usable.has(receipt);
    for (const need of neededStatements(receipts, scope, currency, formats, isUsable)) {
      const request = async () => {
        awaited.push(await requestStatement(extract, need));
      };
      await failures.isolate(statementTitle(need), request, keepAs(need, 'POST', '/company_statements/'));
    }
  }
  await extractTurnover(extract, failures);
  await extractBalances(extract, failures);
  for (const statement of awaited) {
    const { id, need } = statement;
    const collect = () => collectOrRequestAgain(extract, statement);
    await failures.isolate(statementTitle(need), collect, keepAs(need, 'GET', `/company_statements/${id}/`));
  }
  return failures.list();
}
