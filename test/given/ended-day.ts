import { Temporal } from 'temporal-polyfill';

/**
 * The last day of the zone of the tests that ended more than an hour ago. Until then the list of payout instructions may lack some of
 * it and is asked for again, so that a repeated run is not the same (payout-service.md › Limits).
 */
export function lastEndedDay(): Temporal.PlainDate {
  return Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').subtract({ hours: 1 }).toPlainDate().subtract({ days: 1 });
}
