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
  /** When what is paid at an instant is settled. */
  settlesAt: (paidAt: number) => number;
  /** Which part of each payment is held back, and for how many days. */
  reserve: { basisPoints: number; days: number } | undefined;
  companyKeys: () => KeyPair;
  /** Marks the state as changed outside of a request. */
  changed: () => void;
};
