import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountAnswer, bankAccountAnswer, groupAnswer, instructionAnswer, sendLimitAnswer } from './answers.ts';
import { bankAccountBody, deleteBankAccount, registerBankAccount } from './bank-accounts.ts';
import { createInstruction, deleteInstruction, instructionBody } from './instructions.ts';
import { cachedList } from './list-cache.ts';
import { fromDecimal, fromJsonNumber } from './money.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { notFound, refused } from './problem.ts';
import type { Group, SendInstruction } from './records.ts';
import { requestAllocation, resendApprovals } from './send-limits.ts';
import { newestFirst, nextId } from './state.ts';
import { balanceOf, convertibleAt, type PayoutWorld, recipientOf } from './world.ts';

const idParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(Number),
});
const listQuery = pageQuery.extend({ reference: z.string().optional(), status: z.string().optional() });
const instructionQuery = pageQuery.extend({ reference: z.string().optional(), state: z.string().optional() });
const groupBody = z.object({ name: z.string().min(1).max(65_535) });

/** Money in a request: at most two decimals, as a number or as decimal text. */
const money = z.union([z.number(), z.string()]).transform((value, context) => {
  const minor = typeof value === 'number' ? fromJsonNumber(value) : fromDecimal(value);
  if (minor === undefined) context.addIssue('not an amount with at most two decimals');
  return minor ?? z.NEVER;
});
const allocationBody = z.object({ amount: money });

/** The record with the id in the path; throws 404 if it does not exist. */
export function recordOf<T>(records: ReadonlyMap<number, T>, params: unknown): T {
  const record = records.get(idParams.parse(params).id);
  if (record === undefined) throw notFound();
  return record;
}

/** The operations under `/send/`; an invalid body or query gets 400. */
export function sendRoutes(app: FastifyInstance, world: PayoutWorld): void {
  accountRoutes(app, world);
  sendLimitRoutes(app, world);
  bankAccountRoutes(app, world);
  instructionRoutes(app, world);
  groupRoutes(app, world);
}

function accountRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  app.get('/send/accounts', (request) => {
    const figures = {
      approvals: world.approvers.length,
      convertible: convertibleAt(world, world.now()),
      currentBalance: balanceOf(state, world.now()),
    };
    return pageOf([accountAnswer(state.account, figures)], pageQuery.parse(request.query), choices);
  });
}

function sendLimitRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  app.get('/send/send_limits', (request) => {
    const query = listQuery.parse(request.query);
    const rows = newestFirst(state.sendLimits.values()).filter((row) => isAsked(query.status, row.status));
    return mapPage(pageOf(rows, query, choices), sendLimitAnswer);
  });
  app.post('/send/send_limits', (request) => {
    const { amount } = allocationBody.parse(request.body);
    if (amount <= 0n) throw refused('Amount must be greater than zero');
    return sendLimitAnswer(requestAllocation(world, amount, world.now()));
  });
  app.get('/send/send_limits/:id', (request) => sendLimitAnswer(recordOf(state.sendLimits, request.params)));
  app.post('/send/send_limits/:id/resend_approval_requests', (request) => {
    resendApprovals(world, recordOf(state.sendLimits, request.params), world.now());
    return { success: true, code: 200, data: choices.resendData === 'array' ? [] : {} };
  });
}

function bankAccountRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  app.get('/send/bank_accounts', (request) => {
    const query = listQuery.parse(request.query);
    const accounts = newestFirst(state.bankAccounts.values()).filter(
      (one) => one.deletedAt === null && isAsked(query.status, one.status) && isAsked(query.reference, one.reference),
    );
    const page = mapPage(pageOf(accounts, query, choices), bankAccountAnswer);
    return choices.bankAccountList === 'array' ? page.results : page;
  });
  app.post('/send/bank_accounts', (request) =>
    bankAccountAnswer(registerBankAccount(world, bankAccountBody.parse(request.body), world.now())),
  );
  app.get('/send/bank_accounts/:id', (request) => bankAccountAnswer(recordOf(state.bankAccounts, request.params)));
  app.delete('/send/bank_accounts/:id', (request) =>
    bankAccountAnswer(deleteBankAccount(recordOf(state.bankAccounts, request.params), world.now())),
  );
}

function instructionRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  const answer = (one: SendInstruction) => instructionAnswer(one, recipientOf(state, one), world.origin());
  app.get('/send/send_instructions', (request) => {
    const query = instructionQuery.parse(request.query);
    state.instructionList = cachedList(state.instructionList, world, () =>
      newestFirst(state.instructions.values()).map(answer),
    );
    const asked = state.instructionList.results.filter(
      (one) => isAsked(query.state, one.state) && isAsked(query.reference, one.reference),
    );
    return pageOf(asked, query, choices);
  });
  app.post('/send/send_instructions', (request) =>
    answer(createInstruction(world, instructionBody.parse(request.body), world.now())),
  );
  app.get('/send/send_instructions/:id', (request) => answer(recordOf(state.instructions, request.params)));
  app.delete('/send/send_instructions/:id', (request) =>
    answer(deleteInstruction(world, recordOf(state.instructions, request.params), world.now())),
  );
}

function groupRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  app.get('/send/groups', (request) => {
    const groups = newestFirst(state.groups.values());
    return mapPage(pageOf(groups, pageQuery.parse(request.query), choices), groupAnswer);
  });
  app.post('/send/groups', (request) => {
    const { name } = groupBody.parse(request.body);
    const now = world.now();
    const group: Group = { id: nextId(state, 'group'), name, createdAt: now, updatedAt: now };
    state.groups.set(group.id, group);
    return groupAnswer(group);
  });
  app.get('/send/groups/:id', (request) => groupAnswer(recordOf(state.groups, request.params)));
  app.patch('/send/groups/:id', (request) => {
    const group = recordOf(state.groups, request.params);
    group.name = groupBody.parse(request.body).name;
    group.updatedAt = world.now();
    return groupAnswer(group);
  });
  app.delete('/send/groups/:id', (request) => {
    const group = recordOf(state.groups, request.params);
    state.groups.delete(group.id);
    for (const account of state.bankAccounts.values()) if (account.groupId === group.id) account.groupId = null;
    return groupAnswer(group);
  });
}

const isAsked = (asked: string | undefined, value: unknown) => asked === undefined || asked === value;

function mapPage<T, U>(page: { results: T[]; meta: object }, answer: (record: T) => U) {
  return { results: page.results.map((record) => answer(record)), meta: page.meta };
}
