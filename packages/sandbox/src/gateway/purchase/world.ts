import type { KeyPair } from '../public-key.ts';
import type { GatewayWorld } from '../world.ts';
import type { PurchaseChoices } from './choices.ts';
import type { PurchaseState } from './state.ts';

/** The gateway as purchases, clients and webhooks see it. */
export type PurchaseWorld = Pick<
  GatewayWorld,
  'book' | 'isTest' | 'companyId' | 'brandId' | 'now' | 'uuid' | 'origin'
> & {
  state: PurchaseState;
  choices: PurchaseChoices;
  /** The settlement time of a payment, from its time of payment. */
  settlesAt: (paidAt: number) => number;
  /** The part of each payment that is held back, and the number of days. */
  reserve: { basisPoints: number; days: number } | undefined;
  companyKeys: () => KeyPair;
  /** Marks the state as changed outside of a request. */
  changed: () => void;
};
