-- The note on identifiers that a spreadsheet rounded: their number, and the first one with its line; null where there are none.
create or replace macro staging.rounded_note(rounded_count, first_text, first_line) as (
  case
    when rounded_count = 1
      then format('{} on line {} is a number that a spreadsheet rounded: its other digits are lost, and it matches nothing.', first_text, first_line)
    when rounded_count > 1
      then format(
        '{} references are numbers that a spreadsheet rounded, the first {} on line {}: their other digits are lost, and they match nothing.',
        rounded_count, first_text, first_line
      )
  end
);
