/** The passes for two lists about which nothing is known, from strict to loose. `npm run accuracy ledgers` measures those without keys. */
export const defaultPasses: readonly string[] = [
  'same_identifier',
  'same_reference_and_amount(days_before := 31, days_after := 62)',
  'normalised_reference(days_before := 31, days_after := 62)',
  "offsetting(days := 10, link := 'reference', is_stated := true)",
  "offsetting(days := 10, link := 'counterparty', is_stated := true)",
  'weighed_evidence(exact := true)',
  'sum_by_name',
  'weighed_evidence',
  'sum_by_name(by_day := true)',
  'weighed_evidence(most_false := 0.01)',
];
