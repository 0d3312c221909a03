import { z } from 'zod';
import { currencyField, dayField } from '../domain/configuration-fields.ts';
import { readPublicKey } from '../domain/ssh-signature.ts';

const signingKey = z.strictObject({
  person: z.string().trim().min(1).describe('The name with which the person decides (`--author`).'),
  key: z
    .string()
    .refine(
      (text) => readPublicKey(text) !== undefined,
      'must be an Ed25519 public key: the line of a .pub file that ssh-keygen -t ed25519 made',
    )
    .describe('Ed25519 public key, as in a .pub file of ssh-keygen.'),
  until: dayField
    .optional()
    .describe('Last day on which a signature by the key counts, for a person who has left. Remove a stolen key.'),
});

/** Rules for decisions on breaks. */
export const decisionSchema = z.strictObject({
  reasons: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be small letters, digits and _'))
    .min(1)
    .default([
      'arrives_later',
      'agreed_fee',
      'rounding',
      'bank_error',
      'gateway_error',
      'own_error',
      'customer_agreement',
      'not_worth_pursuing',
      'other',
    ])
    .describe('Reason codes for decisions on breaks.'),
  second_approval_for: z
    .array(z.enum(['explain', 'accept', 'write_off', 'match', 'split']))
    .default([])
    .describe('Decisions that need a second approval, such as write_off.'),
  second_approval_over: z
    .record(currencyField, z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be an amount in quotes, such as "1000.00"'))
    .default({})
    .describe('By currency, the difference above which every decision needs a second approval.'),
  second_approval_for_items: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be the name of an outcome or of a reconciliation'))
    .default([])
    .describe(
      'Kinds of items whose decisions need a second approval, also without an amount: outcomes or reconciliations.',
    ),
  second_approval_verified: z
    .boolean()
    .default(false)
    .describe('Whether a second approval is in force only where both persons signed.'),
  keys: z
    .array(signingKey)
    .default([])
    .refine(
      (all) => new Set(all.map(({ key }) => readPublicKey(key)?.fingerprint)).size === all.length,
      'must name each key once: a key that two persons have proves neither',
    )
    .describe('Public keys of the persons who sign decisions.'),
});

export type DecisionConfig = z.infer<typeof decisionSchema>;
