import { describe, expect, it } from 'vitest';
import { DESCRIBED_BANK_CODES, ENUMERATED_BANK_CODES } from '../../src/payout/bank-codes.ts';
import { instruction, startPayout } from '../payout-harness.ts';
import {
  accountRecord,
  bankAccountRecord,
  envelopeOf,
  groupRecord,
  instructionRecord,
  sendLimitRecord,
} from '../payout-records.ts';

const MALAY_CODES =
  'PHBMMYKL, AIBBMYKL, BPMBMYKL, MFBBMYKL, ALSRMYK1, RJHIMYKL, ARBKMYKL, AISLMYKL, BIMBMYKL, BKRMMYKL, BMMBMYKL, BSNAMYK1, CIBBMYKL, CTBBMYKL, HLBBMYKL, HLIBMYKL, HBMBMYKL, HMABMYKL, KFHOMYKL, MBBEMYKL, MBISMYKL, OCBCMYKL, OABBMYKL, PBBEMYKL, PIBEMYK1, RHBBMYKL, RHBAMYKL, SCBLMYKX, UOVBMYKL, AFBQMYKL, CHASMYKX';
const DESCRIBED_CODES =
  'ACDBMYK2, BOFAMY2X, BKCHMYKL, BOTKMYKX, BNPAMYKL, PCBCMYKL, DEUTMYKL, FNXSMYNB, GXSPMYKL, ICBKMYKL, MHCBMYKA, SMBCMYKL, TNGDMYNB';

describe('payout-service.md › Resources and their fields › Account', () => {
  it('fields: every field of the table with its type, money as JSON numbers in major units', async () => {
    const payout = await startPayout();
    await payout.fund(123.45);
    const { body, text } = await payout.get('/send/accounts');
    const { results } = envelopeOf(accountRecord).parse(body);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      status: 'active',
      currency: 'MYR',
      settlement_convert_approvals_count: 2,
      send_fee: 1,
      send_fee_type: 'flat',
      account_verification_fee: 1,
      account_verification_fee_type: 'flat',
      convertible_balance_from_statement: 4876.55,
      current_balance: 123.45,
    });
    expect(text).toContain('"current_balance":123.45');
  });

  it('settlement_convert_approvals_count: as many as there are approvers, and as many are needed', async () => {
    for (const approvers of [['a@merchant.example'], ['a@m.example', 'b@m.example', 'c@m.example']]) {
      const payout = await startPayout({ approvers });
      expect((await payout.accounts()).results[0]?.settlement_convert_approvals_count).toBe(approvers.length);
      const { id, approvals_required } = await payout.ask(10);
      expect([approvals_required, payout.mails(id).length]).toEqual([approvers.length, approvers.length]);
      for (const { approveUrl } of payout.mails(id)) {
        expect((await payout.limit(id)).status).toBe('pending');
        await payout.send('GET', approveUrl, {});
      }
      expect((await payout.limit(id)).status).toBe('approved');
    }
  });
});

describe('payout-service.md › Resources and their fields › Send limit', () => {
  it('fields: every field of the table; a fresh increase is `in`, `pending`, no fee, nothing received yet', async () => {
    const payout = await startPayout();
    const { body } = await payout.post('/send/send_limits', { amount: 250.1 });
    expect(sendLimitRecord.parse(body)).toMatchObject({
      currency: 'MYR',
      fee_type: 'flat',
      transaction_type: 'in',
      amount: 250.1,
      fee: 0,
      net_amount: 250.1,
      from_settlement: '2026-10-14',
      status: 'pending',
      approvals_required: 2,
      approvals_received: 0,
    });
  });

  it('net_amount may be negative: a send of 0.01 with a fee of 1.00 is -0.01, 1, -1.01', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    const { id } = await payout.pay(recipient, '0.01');
    const { results } = await payout.limits();
    expect(results[0]).toMatchObject({
      transaction_type: 'out',
      status: 'success',
      amount: -0.01,
      fee: 1,
      net_amount: -1.01,
      send_instruction_id: id,
      bank_account_id: recipient,
    });
  });

  it('a verification is a row of amount 0, fee 1, net -1, linked by its bank account', async () => {
    const payout = await startPayout();
    const recipient = await payout.recipient();
    const { results } = await payout.limits();
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      transaction_type: 'out',
      amount: 0,
      fee: 1,
      net_amount: -1,
      bank_account_id: recipient,
      send_instruction_id: null,
    });
  });

  it('identifiers: a row is read by its id; an unknown id gives 404', async () => {
    const payout = await startPayout();
    const { id } = await payout.ask(10);
    expect((await payout.limit(id)).id).toBe(id);
    expect((await payout.get(`/send/send_limits/${id + 1}`)).status).toBe(404);
  });
});

describe('payout-service.md › Resources and their fields › Bank account', () => {
  const body = (more: object) => ({
    account_number: '1234567890',
    bank_code: 'MBBEMYKL',
    name: 'Aisyah Tan',
    reference: 'BEN-1',
    ...more,
  });

  it('fields: every field of the table; a new one is pending, not deleted, without a reason; its name in upper case', async () => {
    const payout = await startPayout();
    const answer = await payout.post('/send/bank_accounts', body({}));
    expect(answer.status).toBe(200);
    expect(bankAccountRecord.parse(answer.body)).toMatchObject({
      status: 'pending',
      account_number: '1234567890',
      bank_code: 'MBBEMYKL',
      group_id: null,
      name: 'AISYAH TAN',
      reference: 'BEN-1',
      rejection_reason: null,
      deleted_at: null,
    });
  });

  it('bank_code: each of the enumeration and each of the description is accepted, any other gives 400', async () => {
    expect(ENUMERATED_BANK_CODES).toEqual(MALAY_CODES.split(', '));
    expect(DESCRIBED_BANK_CODES).toEqual(DESCRIBED_CODES.split(', '));
    const payout = await startPayout();
    for (const bank_code of [...MALAY_CODES.split(', '), ...DESCRIBED_CODES.split(', ')]) {
      const answer = await payout.post('/send/bank_accounts', body({ bank_code, reference: bank_code }));
      expect(answer.status, bank_code).toBe(200);
    }
    for (const bank_code of ['MBBEMYKX', 'mbbemykl', '', 7]) {
      expect((await payout.post('/send/bank_accounts', body({ bank_code, reference: 'x' }))).status).toBe(400);
    }
  });

  it('name and reference: 1 to 65535 characters', async () => {
    const payout = await startPayout();
    const longest = 'a'.repeat(65_535);
    const accepted = await payout.post('/send/bank_accounts', body({ name: longest, reference: longest }));
    expect(accepted.status).toBe(200);
    for (const wrong of [{ name: '' }, { reference: '' }, { name: `${longest}a` }, { reference: `${longest}a` }]) {
      expect((await payout.post('/send/bank_accounts', body({ account_number: '55', ...wrong }))).status).toBe(400);
    }
  });

  it('reference: unique, so that a submission cannot be made twice', async () => {
    const payout = await startPayout();
    await payout.post('/send/bank_accounts', body({}));
    const second = await payout.post('/send/bank_accounts', body({ account_number: '999999' }));
    expect(second.status).toBe(422);
    expect(second.body).toEqual({ message: 'Reference already exists', code: 422, data: {} });
  });

  it('a known account number and bank code answer the record there is', async () => {
    const payout = await startPayout();
    const first = bankAccountRecord.parse((await payout.post('/send/bank_accounts', body({}))).body);
    const again = bankAccountRecord.parse(
      (await payout.post('/send/bank_accounts', body({ reference: 'BEN-2' }))).body,
    );
    expect(again).toEqual(first);
  });

  it('required: a body without one of the four gives 400', async () => {
    const payout = await startPayout();
    for (const name of ['account_number', 'bank_code', 'name', 'reference']) {
      expect((await payout.post('/send/bank_accounts', { ...body({}), [name]: undefined })).status, name).toBe(400);
    }
  });

  it('deleted_at: a deleted recipient leaves the list and says when; nothing can be sent to it any more', async () => {
    const payout = await startPayout();
    await payout.fund(50);
    const id = await payout.recipient();
    const deleted = await payout.call('DELETE', `/send/bank_accounts/${id}`);
    expect(bankAccountRecord.parse(deleted.body).deleted_at).toBe('2026-10-14T02:00:11.000Z');
    const list = await payout.get('/send/bank_accounts');
    expect(envelopeOf(bankAccountRecord).parse(list.body).results).toEqual([]);
    expect((await payout.post('/send/send_instructions', instruction(id, '1.00'))).status).toBe(404);
    expect((await payout.call('DELETE', `/send/bank_accounts/${id}`)).status).toBe(404);
  });
});

describe('payout-service.md › Resources and their fields › Send instruction', () => {
  it('fields: every field of the table; amount a decimal string of two places, state received', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    const more = { send_recipient_receipt: true, reference: 'PO-1' };
    const answer = await payout.post('/send/send_instructions', instruction(recipient, '25.50', more));
    expect(answer.status).toBe(200);
    expect(instructionRecord.parse(answer.body)).toMatchObject({
      bank_account_id: recipient,
      bank_account_details: { name: 'AISYAH TAN', bank_code: 'MBBEMYKL', account_number: '114455667788' },
      amount: '25.50',
      state: 'received',
      email: 'aisyah@recipient.example',
      description: 'Vendor payment',
      reference: 'PO-1',
      send_recipient_receipt: true,
      rejection_reason: null,
    });
  });

  it('amount: two decimals as text; anything else gives 400', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    for (const amount of ['1', '1.5', '1.505', '-1.00', '1,000.00', '', 'RM 1.00', 1.5]) {
      const answer = await payout.post('/send/send_instructions', {
        ...instruction(recipient, ''),
        amount,
        reference: 'x',
      });
      expect(answer.status, String(amount)).toBe(400);
    }
  });

  it('reference: at most 40 characters, and used once', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    const reference = 'r'.repeat(40);
    expect((await payout.pay(recipient, '1.00', { reference })).reference).toBe(reference);
    const again = await payout.post('/send/send_instructions', instruction(recipient, '1.00', { reference }));
    expect([again.status, again.body]).toEqual([422, { message: 'Reference already exists', code: 422, data: {} }]);
    const tooLong = instruction(recipient, '1.00', { reference: `${reference}r` });
    expect((await payout.post('/send/send_instructions', tooLong)).status).toBe(400);
  });

  it('required: a body without one of the five gives 400; an unknown recipient 404', async () => {
    const payout = await startPayout();
    await payout.fund(100);
    const recipient = await payout.recipient();
    for (const name of ['bank_account_id', 'amount', 'email', 'description', 'reference']) {
      const body = { ...instruction(recipient, '1.00'), [name]: undefined };
      expect((await payout.post('/send/send_instructions', body)).status, name).toBe(400);
    }
    expect((await payout.post('/send/send_instructions', instruction(recipient + 1, '1.00'))).status).toBe(404);
  });
});

describe('payout-service.md › Resources and their fields › Group', () => {
  it('group: created, listed, renamed and deleted; a recipient refers to it by group_id', async () => {
    const payout = await startPayout();
    const group = groupRecord.parse((await payout.post('/send/groups', { name: 'Vendors' })).body);
    const body = { account_number: '1', bank_code: 'MBBEMYKL', name: 'A', reference: 'R', group_id: group.id };
    const member = bankAccountRecord.parse((await payout.post('/send/bank_accounts', body)).body);
    expect(member.group_id).toBe(group.id);
    const renamed = groupRecord.parse((await payout.call('PATCH', `/send/groups/${group.id}`, { name: 'Staff' })).body);
    expect(renamed.name).toBe('Staff');
    const list = envelopeOf(groupRecord).parse((await payout.get('/send/groups')).body);
    expect(list.results).toEqual([renamed]);
    expect(groupRecord.parse((await payout.get(`/send/groups/${group.id}`)).body)).toEqual(renamed);
    expect((await payout.call('DELETE', `/send/groups/${group.id}`)).status).toBe(200);
    expect((await payout.get(`/send/groups/${group.id}`)).status).toBe(404);
    const left = bankAccountRecord.parse((await payout.get(`/send/bank_accounts/${member.id}`)).body);
    expect(left.group_id).toBeNull();
  });
});

describe('payout-service.md › Resources and their fields › Pagination envelope', () => {
  /** A service with so many pending send limits, ids apart by one. */
  async function withLimits(count: number) {
    const payout = await startPayout({ choices: { newerRequestExpiresOlder: false } });
    for (let n = 0; n < count; n += 1) await payout.ask(1 + n);
    return payout;
  }

  it('pagination: 25 records a page by default, newest id first, prev and next as numbers or null', async () => {
    const payout = await withLimits(53);
    const first = await payout.limits();
    expect(first.meta.pagination).toEqual({
      current_page: 1,
      prev_page: null,
      next_page: 2,
      total_pages: 3,
      total_count: 53,
    });
    expect(first.results.map((row) => row.amount)).toEqual(Array.from({ length: 25 }, (_, index) => 53 - index));
    const second = await payout.limits('?page=2');
    expect(second.meta.pagination).toMatchObject({ current_page: 2, prev_page: 1, next_page: 3 });
    const third = await payout.limits('?page=3');
    expect(third.meta.pagination).toMatchObject({ current_page: 3, prev_page: 2, next_page: null });
    expect(third.results.map((row) => row.amount)).toEqual([3, 2, 1]);
  });

  it('limit: the size of a page', async () => {
    const payout = await withLimits(7);
    const page = await payout.limits('?limit=3&page=3');
    expect(page.results.map((row) => row.amount)).toEqual([1]);
    expect(page.meta.pagination).toEqual({
      current_page: 3,
      prev_page: 2,
      next_page: null,
      total_pages: 3,
      total_count: 7,
    });
  });

  it('an empty list and a page past the end have no results and no next page', async () => {
    const payout = await withLimits(0);
    const empty = await payout.limits();
    expect(empty).toEqual({
      results: [],
      meta: { pagination: { current_page: 1, prev_page: null, next_page: null, total_pages: 0, total_count: 0 } },
    });
    await payout.ask(1);
    expect((await payout.limits('?page=9')).results).toEqual([]);
  });

  it('a page or limit that is not a positive whole number gives 400', async () => {
    const payout = await withLimits(1);
    for (const query of ['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=1.5']) {
      expect((await payout.get(`/send/send_limits?${query}`)).status, query).toBe(400);
    }
  });

  it('status and reference narrow a list', async () => {
    const payout = await withLimits(2);
    await payout.recipient('BEN-7');
    expect((await payout.limits('?status=pending')).meta.pagination.total_count).toBe(2);
    expect((await payout.limits('?status=expired')).meta.pagination.total_count).toBe(0);
    const found = envelopeOf(bankAccountRecord).parse((await payout.get('/send/bank_accounts?reference=BEN-7')).body);
    expect(found.results).toHaveLength(1);
    const none = envelopeOf(bankAccountRecord).parse((await payout.get('/send/bank_accounts?reference=BEN-8')).body);
    expect(none.results).toEqual([]);
  });
});
