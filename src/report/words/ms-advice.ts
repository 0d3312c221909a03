import { msCollectingAdvice } from './ms-collecting-advice.ts';
import { msOwnFilesAdvice } from './ms-own-files-advice.ts';
import { msPayoutsAdvice } from './ms-payouts-advice.ts';
import { msSharedAdvice } from './ms-shared-advice.ts';

/** The titles, meanings and actions of the heads in sql/reconcile in Malay, by their English text. */
export const msAdvice: Readonly<Record<string, string>> = {
  ...msSharedAdvice,
  ...msCollectingAdvice,
  ...msOwnFilesAdvice,
  ...msPayoutsAdvice,
};
