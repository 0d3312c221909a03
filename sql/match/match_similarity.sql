-- How far two texts speak of the same: the greater part of the words of one that is found in the other, from 0 to 1, to
-- four decimals, so that the last bit of a computation decides nothing.
create or replace macro recon.match_similarity(words, other_words) as (
  case
    when length(recon.match_words(words)) = 0 or length(recon.match_words(other_words)) = 0 then 0
    else round(greatest(
      recon.match_words_found(recon.match_words(words), recon.match_words(other_words)),
      recon.match_words_found(recon.match_words(other_words), recon.match_words(words))
    ), 4)::decimal(5, 4)
  end
);
