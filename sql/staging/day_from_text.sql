-- A text as a day, or null when it is not one. date_order (day_first, month_first) is that of the whole file; null where no date
-- of it can be read in two ways. A time of day after the day is cut off. With a time and an offset the day depends on the
-- zone: read such a text with staging.instant_from_text.
create or replace macro staging.day_from_text(day_text, date_order) as (
  case
    when day_text is null then null
    -- YYYY-MM-DD: a text that is its own day written out
    when strlen(day_text) = 10 and try_cast(day_text as date)::text = day_text then try_cast(day_text as date)
    else list_transform(
      [
        regexp_extract(
          staging.tidy_text(day_text),
          '(?i)^([0-9]{8}|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[ -][a-z]{3,9}[ -][0-9]{4}|[a-z]{3,9} [0-9]{1,2}, ?[0-9]{4})(?:Z|[+-][0-9]{2}:[0-9]{2}|(?:,? |T)([0-9][0-9:.,]*(?: ?[ap]\.?m\.?)?))?$',
          ['day', 'time']
        )
      ],
      lambda part: try_cast(
        case when staging.written_time(part.time) is not null then staging.written_day(part.day, date_order) end as date
      )
    )[1]
  end
);
