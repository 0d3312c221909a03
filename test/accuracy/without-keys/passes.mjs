// The passes for bank and books without a shared key, as a reconciliation would declare them, strictest first.
export const passes = [
  "offsetting(days := 10, link := 'reference', of_side := 'left')",
  "offsetting(days := 10, link := 'counterparty', of_side := 'left', is_stated := true)",
  'similar_description(days_after := 5)',
  'amount_in_window(days_after := 5, least_similarity := 0.4)',
  "amount_in_window(days_after := 5, net := 'left', least_similarity := 0.4)",
  'similar_description(days_after := 5, percent := 3.5)',
  'sum_in_window(days_after := 5, same_day := true, nameless := true)',
  'sum_in_window(days_after := 5, nameless := true)',
  'in_time_order(days_after := 5)',
];
