-- The distinctive words of a text: lower-case letters and digits, two characters or more, without the words common to all
-- payments.
create or replace macro recon.match_words(words) as (
  list_filter(
    list_distinct(string_split(trim(regexp_replace(lower(words), '[^\p{L}\p{N}]+', ' ', 'g')), ' ')),
    lambda word: length(word) > 1 and word not in (
      'payment', 'pymt', 'pmt', 'pay', 'paid', 'transfer', 'trf', 'tfr', 'deposit', 'dep', 'credit', 'debit', 'from', 'to', 'for',
      'the', 'of', 'and', 'ref', 'no', 'inv', 'invoice', 'bill', 'fpx', 'ibg', 'giro', 'duitnow', 'online', 'bank', 'fund', 'funds',
      'cheque', 'chq', 'cash', 'machine', 'cdm', 'atm', 'counter', 'interbank', 'batch', 'settlement', 'void',
      'merchant', 'service', 'charge', 'charges', 'fee', 'fees', 'interest', 'stamp', 'duty', 'tax', 'various', 'sundry'
    )
  )
);
