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
