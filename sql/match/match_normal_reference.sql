-- A reference without what people and systems write differently: case, blanks and signs, the prefixes that are named
-- (one of them, the longest), and zeros in front. What is nothing but such things gives null.
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
