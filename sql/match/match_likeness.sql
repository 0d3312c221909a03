-- How far two lists of words (match_words) speak of the same: the greater part of the words of one that is found in the
-- other, from 0 to 1, to four decimals, so that the last bit of a computation decides nothing. Give it columns: what stands
-- here as an expression is computed anew for every word.
create or replace macro recon.match_likeness(words, other_words) as (
  case
    when length(words) = 0 or length(other_words) = 0 then 0
    else round(
      greatest(recon.match_words_found(words, other_words), recon.match_words_found(other_words, words)), 4
    )::decimal(5, 4)
  end
);
