// The passes for two files about which nothing is known, strictest first.
export const passes = [
  "offsetting(days := 10, link := 'reference', is_stated := true)",
  "offsetting(days := 10, link := 'counterparty', is_stated := true)",
  'weighed_evidence(exact := true)',
  'sum_by_name',
  'weighed_evidence',
  'sum_by_name(by_day := true)',
  'weighed_evidence(most_false := 0.01)',
];
