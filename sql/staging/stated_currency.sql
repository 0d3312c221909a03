-- statement: stated_currency
-- grain: one text of a file that states a currency
-- key: line, text
-- The currency that a text above the lines, or the header of an amount, states: "Currency: CHF", "Amount (CHF)", "Jumlah (RM)". symbol:
-- what it has instead of a code; of one that several currencies have, such as $, the currency is not known.
-- reads: staging.currency
create or replace macro staging.stated_currency(stated) as table (
  with
  stated as (
    select unnest(from_json(stated, '[{"line": "BIGINT", "text": "VARCHAR", "is_header": "BOOLEAN"}]'), recursive := true)
  ),
  named as (
    select
      line,
      text,
      case when is_header then nullif(regexp_extract(text, '[€£¥₹฿₱₩₫₺₽]'), '') end as sign,
      case when is_header then nullif(regexp_extract(text, '\(([^()\s]{1,3})\)', 1), '') end as in_brackets,
      coalesce(
        -- some codes are also words
        case when is_header or not regexp_matches(text, '\((ALL|TOP|TRY)\)') then nullif(regexp_extract(text, '\(([A-Z]{3})\)', 1), '') end,
        case when is_header then nullif(regexp_extract(text, '(?:^|[^\p{L}])([A-Z]{3})(?:[^\p{L}]|$)', 1), '') end,
        nullif(
          regexp_extract(
            text,
            '(?i:amounts?|figures|values|balances?)[^\p{L}]+(?:(?i:are|shown|stated|expressed)\s+)*(?i:in)\s+([A-Z]{3})(?:[^\p{L}]|$)',
            1
          ),
          ''
        ),
        nullif(
          regexp_extract(
            text,
            '(?i:currency|ccy|mata wang|matawang|w(?:ä|ae)hrung|devise|monnaie|moneda|divisa|valuta|munt'
              || '|amount|betrag|amaun|币种|幣別|货币)[^\p{L}]+([A-Z]{3})(?:[^\p{L}]|$)',
            1
          ),
          ''
        )
      ) as code
    from stated
  ),
  owned as (
    select unnest(symbols) as symbol, currency from staging.currency
  ),
  owner as (
    -- $ and ¥ are written for several currencies
    select symbol, any_value(currency) as currency from owned
    where symbol not in ('$', '¥') group by symbol having count(*) = 1
  )
  select
    named.line,
    named.text,
    coalesce(named.sign, case when list_contains((select list(symbol) from owned), named.in_brackets) then named.in_brackets end) as symbol,
    coalesce(currency.currency, owner.currency) as currency
  from named
  left join staging.currency as currency on currency.currency = named.code
  left join owner on named.code is null and owner.symbol = coalesce(named.sign, named.in_brackets)
);
