import { msCollectingAdvice } from './ms-collecting-advice.ts';
import { msOwnFilesAdvice } from './ms-own-files-advice.ts';
import { msPayoutsAdvice } from './ms-payouts-advice.ts';

/** Texts that several reconciliations share, in Malay, by their English text. */
const msSharedAdvice: Record<string, string> = {
  // actions
  'No action yet.': 'Belum ada apa-apa.',
  'Decide which of them belong together.': 'Putuskan yang mana berpasangan.',
  'Claim the difference from the gateway.': 'Tuntut perbezaannya daripada gerbang.',
  'Ask the gateway which is right.': 'Tanya gerbang yang mana betul.',
  // the names of the match passes
  'same identifier': 'pengecam sama',
  'same reference and amount': 'rujukan dan amaun sama',
  'normalised reference': 'rujukan yang diseragamkan',
  'amount in window': 'amaun dalam tempoh',
  'in time order': 'mengikut urutan masa',
  'sum in window': 'jumlah dalam tempoh',
  'totals equal': 'jumlah sama',
  'by hand': 'oleh orang',
};

/** The titles, meanings and actions of the heads in sql/reconcile in Malay, by their English text. */
export const msAdvice: Readonly<Record<string, string>> = {
  ...msSharedAdvice,
  ...msCollectingAdvice,
  ...msOwnFilesAdvice,
  ...msPayoutsAdvice,
};
