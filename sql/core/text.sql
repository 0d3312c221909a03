-- statement: match_stop_words
-- Words that are common to all payments and name nobody.
create or replace macro recon.match_stop_words() as (
  [
    'payment', 'pymt', 'pmt', 'pay', 'paid', 'transfer', 'trf', 'tfr', 'deposit', 'dep', 'credit', 'debit', 'from', 'to', 'for',
    'the', 'of', 'and', 'ref', 'no', 'inv', 'invoice', 'bill', 'fpx', 'ibg', 'giro', 'duitnow', 'online', 'bank', 'fund', 'funds',
    'cheque', 'chq', 'cash', 'machine', 'cdm', 'atm', 'counter', 'interbank', 'batch', 'settlement', 'void',
    'guest', 'customer', 'anonymous', 'pelanggan', 'tetamu',
    'merchant', 'service', 'charge', 'charges', 'fee', 'fees', 'interest', 'stamp', 'duty', 'tax', 'various', 'sundry'
  ]
);

-- statement: match_words
-- The distinctive words of a text: lower-case letters and digits, two characters or more, without the words common to all
-- payments.
create or replace macro recon.match_words(words) as (
  list_filter(
    list_distinct(string_split(trim(regexp_replace(lower(words), '[^\p{L}\p{N}]+', ' ', 'g')), ' ')),
    lambda word: length(word) > 1 and not list_contains(recon.match_stop_words(), word)
  )
);

-- statement: match_words_found
-- The share of the words of one text that is found in another, from 0 to 1, longer words counting more: a word is found when it
-- occurs, when one is the beginning of the other (an abbreviation of three letters or more), or when it is only misspelt.
-- A number that is found counts; a number that is not found is ignored, since each system has numbers of its own.
create or replace macro recon.match_words_found(words, other_words) as (
  coalesce(list_sum(list_transform(
    words,
    lambda word: length(word) * coalesce(list_max(list_transform(
      other_words,
      lambda other: case
        when word = other then 1
        when regexp_matches(word, '[0-9]') or regexp_matches(other, '[0-9]') then 0
        when least(length(word), length(other)) >= 3 and (starts_with(word, other) or starts_with(other, word)) then 0.95
        when jaro_winkler_similarity(word, other) >= 0.86 then jaro_winkler_similarity(word, other)
        else 0
      end
    )), 0)
  )) * pow(nullif(list_sum(list_transform(
    words,
    lambda word: case when regexp_full_match(word, '[0-9]+') and not list_contains(other_words, word) then 0 else length(word) end
  )), 0), -1), 0)
);

-- statement: match_names_someone
-- Whether a text contains a word that may be a name: letters, and not a word common to all payments.
create or replace macro recon.match_names_someone(words) as (
  regexp_matches(array_to_string(recon.match_words(words), ' '), '\p{L}')
);

-- statement: match_likeness
-- The similarity of two lists of words (match_words): the larger share of the words of one that is found in the other, from
-- 0 to 1, rounded to four decimals, so that results do not depend on the last bit. Pass columns: an expression is computed
-- again for every word.
create or replace macro recon.match_likeness(words, other_words) as (
  case
    when length(words) = 0 or length(other_words) = 0 then 0
    else round(
      greatest(recon.match_words_found(words, other_words), recon.match_words_found(other_words, words)), 4
    )::decimal(5, 4)
  end
);

-- statement: match_similarity
-- The similarity of two texts: the larger share of the words of one that is found in the other, from 0 to 1.
create or replace macro recon.match_similarity(words, other_words) as (
  recon.match_likeness(recon.match_words(words), recon.match_words(other_words))
);

-- statement: match_normal_reference
-- A reference without case, blanks and punctuation, the longest of the given prefixes, and leading zeros; null where nothing
-- is left.
create or replace macro recon.match_normal_reference(reference, prefixes) as (
  nullif(ltrim(substr(
    regexp_replace(lower(reference), '[^\p{L}\p{N}]', '', 'g'),
    1 + coalesce(list_max(list_transform(
      list_filter(
        list_transform(prefixes, lambda prefix: regexp_replace(lower(prefix), '[^\p{L}\p{N}]', '', 'g')),
        lambda prefix: starts_with(regexp_replace(lower(reference), '[^\p{L}\p{N}]', '', 'g'), prefix)
      ),
      lambda prefix: length(prefix)
    )), 0)
  ), '0'), '')
);
