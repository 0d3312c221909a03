-- Whether a text contains a word that may be a name: letters, and not a word common to all payments.
create or replace macro recon.match_names_someone(words) as (
  regexp_matches(array_to_string(recon.match_words(words), ' '), '\p{L}')
);
