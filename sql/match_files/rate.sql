-- statement: match_rate_make
-- The rates at which amounts of a currency count in another one. A rate that is not declared is the median of the records of both sides with
-- equal references, with eight digits.
-- grain: one currency whose amounts are converted
-- key: from_currency
-- $rates: the currencies, and their rates as far as they are declared; $band: the percentage around the median in which a pair agrees with it
-- rate: null where too few pairs show it
-- reads: recon.match_record
create or replace table recon.match_rate as
with
declared as (
  from (select unnest(from_json($rates, '[{"from_currency":"text","to_currency":"text","rate":"decimal(24,12)"}]'), recursive := true))
),
referred as (
  select
    side,
    recon.match_normal_reference(reference, null::text[]) as plain_reference,
    any_value(currency) as currency,
    any_value(amount) as amount
  from recon.match_record
  where reference is not null
  group by side, plain_reference
  having count(*) = 1 and any_value(amount) <> 0
),
-- in units of 0.000000000001
paired as (
  select
    declared.from_currency,
    (abs(other.amount)::decimal(38, 4) * 10000)::hugeint * 1000000000000 // (abs(record.amount)::decimal(38, 4) * 10000)::hugeint as ratio
  from declared
  inner join referred as record on record.currency = declared.from_currency
  inner join referred as other
    on other.currency = declared.to_currency and other.side <> record.side and other.plain_reference = record.plain_reference
    and sign(other.amount) = sign(record.amount)
  where declared.rate is null
),
middle as (
  select from_currency, quantile_disc(ratio, 0.5) as ratio from paired group by from_currency
),
implied as (
  select
    middle.from_currency,
    any_value(middle.ratio) as ratio,
    -- eight digits, rounded half up
    rpad('1', greatest(1, length(any_value(middle.ratio)::text) - 7)::integer, '0')::hugeint as unit,
    count(*) as pairs,
    count(*) filter (abs(paired.ratio - middle.ratio) * 100 <= middle.ratio * $band) as agreeing_pairs
  from middle
  inner join paired on paired.from_currency = middle.from_currency
  group by middle.from_currency
)
select
  declared.from_currency,
  declared.to_currency,
  coalesce(
    declared.rate,
    case
      when implied.agreeing_pairs >= 5 and implied.agreeing_pairs * 10 >= implied.pairs * 6
        then ((implied.ratio + implied.unit // 2) // implied.unit * implied.unit)::decimal(24, 0) * 0.000000000001
    end
  )::decimal(24, 12) as rate,
  declared.rate is null as is_implied,
  coalesce(implied.agreeing_pairs, 0) as agreeing_pairs,
  coalesce(implied.pairs, 0) as pairs
from declared
left join implied on implied.from_currency = declared.from_currency;

-- statement: match_original_make
-- The amounts of converted records as their files have them, also in words: those of a currency that the other side does not have.
-- grain: one record
-- key: side, record_key
-- reads: recon.match_record, recon.match_rate
create or replace table recon.match_original as
with
side_currency as (
  select distinct side, currency from recon.match_record
)
select
  record.side,
  record.record_key,
  rate.from_currency,
  record.amount,
  record.fee,
  rate.to_currency,
  rate.rate,
  format('Converted from {} at {}.', core.money_text(record.currency, record.amount), regexp_replace(rate.rate::text, '\.?0+$', '')) as sentence
from recon.match_record as record
inner join recon.match_rate as rate on rate.from_currency = record.currency and rate.rate is not null
-- what both sides have matches as it is, and conversion would round differences away
anti join side_currency as other on other.currency = record.currency and other.side <> record.side;

-- statement: match_original_convert
-- Converts the amounts and fees of records, rounded half up to the decimals of the other currency.
-- reads: recon.match_original, staging.currency
update recon.match_record
set currency = converted.to_currency, amount = converted.amount, fee = converted.fee
from (
  select
    original.side,
    original.record_key,
    original.to_currency,
    -- part_of computes with four decimals, and a rate has twelve
    core.part_of(original.amount, original.rate::decimal(38, 12) * 100000000, 100000000, currency.exponent) as amount,
    core.part_of(original.fee, original.rate::decimal(38, 12) * 100000000, 100000000, currency.exponent) as fee
  from recon.match_original as original
  inner join staging.currency as currency on currency.currency = original.to_currency
) as converted
where match_record.side = converted.side and match_record.record_key = converted.record_key;

-- statement: match_converted_reference
-- Pass: a converted record and its partner with an equal reference, which occurs once on each side, and an amount within the tolerance.
-- grain: one match
-- key: left_keys, right_keys
-- reads: recon.match_original
create or replace macro recon.match_converted_reference(records, percent := 0) as table (
  select found.*
  from recon.match_normalised_reference(records, percent := percent) as found
  where found.left_keys[1] in (select record_key from recon.match_original where side = 'left')
    or found.right_keys[1] in (select record_key from recon.match_original where side = 'right')
);

-- statement: match_converted_description
-- Pass: a converted record and its partner with a similar name, a near day and an amount within the tolerance.
-- grain: one match
-- key: left_keys, right_keys
-- reads: recon.match_original
create or replace macro recon.match_converted_description(records, percent := 0) as table (
  select found.*
  from recon.match_similar_description(records, days_before := 1, days_after := 7, percent := percent) as found
  where found.left_keys[1] in (select record_key from recon.match_original where side = 'left')
    or found.right_keys[1] in (select record_key from recon.match_original where side = 'right')
);

-- statement: match_side_currency
-- grain: one currency of one side
-- key: side, currency
-- reads: recon.match_record
select distinct side, currency from recon.match_record order by side, currency;

-- statement: match_rate_used
-- The rates with the number of records that they convert.
-- grain: one currency whose amounts are to be converted
-- key: from_currency
-- reads: recon.match_rate, recon.match_original
select
  rate.from_currency,
  rate.to_currency,
  rate.rate::text as rate,
  rate.is_implied,
  rate.agreeing_pairs,
  rate.pairs,
  count(original.record_key) as records,
  -- an amount has 14 digits before the decimal point
  coalesce(bool_or(
    (abs(original.amount)::decimal(38, 4) * 10000)::hugeint * (rate.rate::decimal(38, 12) * 1000000000000)::hugeint
    >= 1000000000000000000::hugeint * 1000000000000
  ), false) as is_too_large
from recon.match_rate as rate
left join recon.match_original as original on original.from_currency = rate.from_currency
group by all
order by rate.from_currency;
