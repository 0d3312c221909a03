import type { FastifyInstance, FastifyReply } from 'fastify';
import { majorText } from '../book.ts';
import { isCard } from '../payment-methods.ts';
import { refused } from '../refusal.ts';
import { PAYABLE } from './amounts.ts';
import { descriptionOf, referenceOf } from './answers.ts';
import { view } from './create.ts';
import { DECLINED, FRAUD, failAttempt, methodsOf, pay } from './pay.ts';
import type { Purchase } from './records.ts';
import { purchaseOf } from './routes.ts';
import type { PurchaseWorld } from './world.ts';

/** Card numbers with these endings are declined or blocked. Other valid card numbers are accepted. */
const DECLINED_ENDING = '0002';
const FRAUD_ENDING = '0127';
/** The card network by the first digit of the number. */
const NETWORKS: Record<string, string> = { '4': 'visa', '5': 'mastercard', '6': 'maestro' };

/**
 * The page behind checkout_url and invoice_url, outside of the API and without its key. The payment succeeds or fails, and
 * the customer is redirected to the merchant. direct_post_url takes a card number; `remember_card=on` saves the card.
 */
export function checkoutPages(app: FastifyInstance, world: PurchaseWorld): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  const fieldOf = (body: unknown, name: string): string => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  const goOn = (reply: FastifyReply, purchase: Purchase, to: string) =>
    reply.redirect(to === '' ? `${world.origin()}/checkout/${purchase.id}/` : to, 303);

  app.get('/checkout/:id/', (request, reply) => {
    const purchase = purchaseOf(world, request.params);
    view(world, purchase, world.now());
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(purchase));
  });
  app.post('/checkout/:id/', (request, reply) => {
    const purchase = purchaseOf(world, request.params);
    const method = fieldOf(request.body, 'method') || undefined;
    if (fieldOf(request.body, 'outcome') === 'fail') {
      failAttempt(world, purchase, { method }, { status: 'error', error: DECLINED }, world.now());
      return goOn(reply, purchase, purchase.asked.failure_redirect);
    }
    pay(world, purchase, { method }, world.now());
    return goOn(reply, purchase, purchase.asked.success_redirect);
  });
  app.post('/checkout/:id/card/', (request, reply) => {
    const purchase = purchaseOf(world, request.params);
    const number = fieldOf(request.body, 'card_number').replaceAll(' ', '');
    const method = NETWORKS[number[0] ?? ''];
    if (!/^\d{12,19}$/.test(number) || method === undefined)
      throw refused('Not a card number.', 'invalid', 'card_number');
    const choice = { method, flow: 'direct_post', remembersCard: fieldOf(request.body, 'remember_card') === 'on' };
    const isFraud = number.endsWith(FRAUD_ENDING);
    if (isFraud || number.endsWith(DECLINED_ENDING)) {
      const failure = isFraud
        ? ({ status: 'blocked', error: FRAUD } as const)
        : ({ status: 'error', error: DECLINED } as const);
      failAttempt(world, purchase, choice, failure, world.now());
      return goOn(reply, purchase, purchase.asked.failure_redirect);
    }
    pay(world, purchase, choice, world.now());
    return goOn(reply, purchase, purchase.asked.success_redirect);
  });
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function page(purchase: Purchase): string {
  const amount = `${purchase.currency} ${majorText(purchase.total, purchase.currency)}`;
  const options = methodsOf(purchase).map((method) => `<option>${method}</option>`);
  const form = `<form method="post"><p><label>Pay by <select name="method">${options.join('')}</select></label></p>
<p><button name="outcome" value="pay">Pay ${amount}</button> <button name="outcome" value="fail">Let it fail</button></p></form>
${methodsOf(purchase).some(isCard) ? cardForm() : ''}`;
  const { cancel_redirect } = purchase.asked;
  const back = cancel_redirect === '' ? '' : `<p><a href="${escaped(cancel_redirect)}">Return to seller</a></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(referenceOf(purchase))}</title></head>
<body><h1>${escaped(referenceOf(purchase))}: ${amount}</h1><p>${escaped(descriptionOf(purchase))}</p>
<p>Status: ${purchase.status}</p>${PAYABLE.has(purchase.status) ? form : ''}${back}</body></html>
`;
}

function cardForm(): string {
  return `<form method="post" action="card/"><p><label>Card number <input name="card_number" value="4444333322221111"></label>
<label><input type="checkbox" name="remember_card"> Remember the card</label> <button>Pay by card</button></p></form>`;
}
