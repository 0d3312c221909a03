-- Whether a text holds a word that could be a name: letters, and not one of those that every payment carries.
create or replace macro recon.match_names_someone(words) as (
  regexp_matches(array_to_string(recon.match_words(words), ' '), '\p{L}')
);
