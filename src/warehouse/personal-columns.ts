/**
 * What a masked snapshot has of a column of text.
 * value: a keyed hash of the whole value, by which records of one person still join
 * text: a keyed hash of the whole text, which outsiders wrote
 * json: JSON from outside, its personal values and texts as keyed hashes
 * prose: the text, with keyed hashes in place of known names, numbers and e-mail addresses
 * other: the same, but without values of one word: a code or a reference may be the same word
 * In a message of a rule, prose and other are the texts of its figures.
 */
export type Masking = 'value' | 'text' | 'json' | 'prose' | 'other';

const byName: Readonly<Record<string, Masking>> = {
  customer_name: 'value',
  customer_email: 'value',
  customer: 'value',
  client: 'value',
  client_email: 'value',
  email: 'value',
  account_number: 'value',
  paid_account_number: 'value',
  paid_name: 'value',
  counterparty: 'value',
  // a hash without a key, from which values could be tried
  content_hash: 'value',
  description: 'text',
  raw_text: 'text',
  written: 'text',
  example_figures: 'text',
  label: 'text',
  other_cells: 'json',
  cells: 'json',
  body: 'json',
  reason: 'prose',
  reason_parts: 'prose',
  rejection_reason: 'prose',
  evidence: 'prose',
  runners_up: 'prose',
  note: 'prose',
  notes: 'prose',
  signed_text: 'prose',
  load_message: 'prose',
  file_name: 'prose',
  located: 'prose',
  refusal: 'prose',
};

const byColumn: Readonly<Record<string, Masking>> = {
  'core.recipient.name': 'value',
  'raw.unexpected.value': 'text',
  'core.company_calendar.description': 'other',
  'recon.sentence.message': 'prose',
  'recon.sentence.sentence': 'prose',
};

/** What a masked snapshot has of a column of text. A column that is not known is looked through like any text. */
export const maskingOf = (schema: string, table: string, column: string): Masking =>
  byColumn[`${schema}.${table}.${column}`] ?? byName[column] ?? 'other';
