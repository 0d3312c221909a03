import type { Temporal } from 'temporal-polyfill';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { tieout } from './command.ts';
import { paidOrders, type Shop, withoutLines } from './shop.ts';

/** A shop with a clock that is set, whose books can lack a paid order of a day. Its commands show their progress. */
export function clockedShop(sandbox: RunningSandbox, shop: Shop, start: { day: string; now: Temporal.Instant }) {
  let now = start.now;
  sandbox.clock.set(now.epochMilliseconds);
  const call = (...args: string[]) => tieout(['-c', shop.path, ...args], shop.env, shop.folder, { clock: () => now });
  const { orders: whole } = sandbox.files();
  const [lost = ''] = paidOrders(whole, start.day);
  return {
    ...shop,
    call,
    once: () => call('schedule', '--once'),
    waits: (until: Temporal.Instant) => {
      now = until;
      sandbox.clock.set(until.epochMilliseconds);
    },
    allOrders: () => shop.write('orders.csv', whole),
    /** The shop lost one paid order of the day. */
    lessAnOrder: () => shop.write('orders.csv', withoutLines(whole, lost)),
  };
}
