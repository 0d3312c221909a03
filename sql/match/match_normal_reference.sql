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
