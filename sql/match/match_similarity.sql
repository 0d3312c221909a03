-- The similarity of two texts: the larger share of the words of one that is found in the other, from 0 to 1.
create or replace macro recon.match_similarity(words, other_words) as (
  recon.match_likeness(recon.match_words(words), recon.match_words(other_words))
);
