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
