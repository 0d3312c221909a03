import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenImporter } from '../given/shop.ts';

const orderHeader = 'Order,Reference,Placed On,Currency,Amount,Status,Refunded\n';
const order = (no: number, amount: string, status: string) =>
  `100${no},R-${no},2026-10-0${no} 10:00:00,MYR,${amount},${status},\n`;
const bankHeader = 'Date,Description,Credit,Status';

/** Each: the kind, the file, the terms of its book by which it is read again, and the rejected rows before and after. */
const cases: [string, string, string, object, number, number][] = [
  [
    'one of two unknown words of a status',
    'orders',
    orderHeader + [order(1, '10.00', 'sent'), order(2, '11.00', 'handed'), order(3, '12.00', 'sent')].join(''),
    { statuses: { paid: ['sent'] } },
    3,
    1,
  ],
  [
    'the decimal mark of orders',
    'orders',
    orderHeader + [order(1, '"224,83"', 'paid'), order(2, '"11,50"', 'paid')].join(''),
    { decimal_mark: ',' },
    2,
    0,
  ],
  [
    'a word of a bank statement with balances',
    'bank',
    `${bankHeader},Balance\n2026-10-01,A,10.00,booked,110.00\n2026-10-02,B,20.00,zposted,130.00\n2026-10-03,C,5.00,booked,135.00\n`,
    { statuses: { booked: ['zposted'] } },
    1,
    0,
  ],
  [
    'a word for lines that are not booked',
    'bank',
    `${bankHeader}\n2026-10-01,A,10.00,booked\n2026-10-02,B,20.00,on the way\n2026-10-03,C,5.00,booked\n`,
    { statuses: { not_booked: ['on the way'] } },
    1,
    0,
  ],
  [
    'terms that accept no more rows',
    'bank',
    `${bankHeader}\n2026-10-01,A,10.00,booked\n2026-10-02,B,20.00,on the way\n`,
    { statuses: { booked: ['another'] } },
    1,
    1,
  ],
];

test.each(cases)(
  'Rejected rows are read again by corrected terms: %s',
  async (_, kind, text, corrected, rejected, left) => {
    const shop = givenImporter();
    shop.write('file.csv', text);
    const form = z.object({ imported: z.object({ rejected: z.number() }) });
    const rejectedBy = async (terms: object) => {
      shop.configure({ books: { [kind]: terms } });
      return (await shop.answer(form, 'import', kind, 'file.csv')).imported.rejected;
    };
    expect(await rejectedBy({})).toBe(rejected);
    expect(await rejectedBy(corrected)).toBe(left);
  },
);
