-- statement: reference_form
-- The form of a reference: its letters, and 9 for each number, or for each digit where it does not begin with letters. Where
-- letters follow digits, as in hexadecimal ids, only the lengths count. Null without a digit.
create or replace macro core.reference_form(reference) as (
  case
    when not regexp_matches(reference, '[0-9]') then null
    when regexp_matches(reference, '[0-9]\p{L}') then regexp_replace(reference, '[\p{L}\p{N}]', 'x', 'g')
    when regexp_matches(reference, '^\p{L}{2}') then regexp_replace(lower(reference), '[0-9]+', '9', 'g')
    else regexp_replace(lower(reference), '[0-9]', '9', 'g')
  end
);

-- statement: reference_of_batch
-- A reference without its last part: that of a batch whose transfers are numbered. Null where it is no number.
create or replace macro core.reference_of_batch(reference) as (
  nullif(regexp_extract(reference, '^(.*[0-9].*?)[^\p{L}\p{N}]+[\p{L}\p{N}]+$', 1), '')
);

-- statement: naming_words
-- The words of a text that may be a name: letters only, and neither common to all payments, nor a month, a day of the week or
-- the currency.
create or replace macro core.naming_words(words, currency) as (
  list_filter(
    recon.match_words(coalesce(words, '')),
    lambda word: regexp_full_match(word, '\p{L}+') and word <> lower(currency) and staging.month_number(word) is null
      and not regexp_full_match(word, '(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?')
  )
);

-- statement: deposit_doubt
-- The deposits that contradict the gateway as their sender, so that an equal amount alone does not make them a transfer. A
-- deposit with the reference of a transfer, or of its batch, contradicts nothing.
-- sender_differs: the deposit names somebody, and not as the deposits of the gateway do. Deposits of the gateway are those with
-- reference and amount of a transfer; with fewer than five of them, also those whose amount occurs once on both sides, within a
-- week. The newest hundred count, so that a new wording is learned within weeks. A word that nearly all have is part of the
-- sender's name; a word that at least three and one in twenty have is usual. A deposit differs if it has an unusual word and
-- lacks a word of the name. Where they share no word, it differs if it has no usual word, and nearly all have one or name
-- nobody. Nearly all: all but one in ten, and at least all but one, because the deposit in question may be one of them. Five
-- are required, as for core.deposit_lag: with fewer, one odd line would decide. Until then, no name contradicts.
-- reference_unknown: the reference is of no transfer, and has a form in which more than half of at least five deposits have the
-- reference of a transfer. The bank's own numbering has another form, or one that is rarely known.
-- grain: one deposit that contradicts
-- key: bank_line_key
-- reads: core.bank_money_in, core.gateway_deposit
create or replace view core.deposit_doubt as
with
transfer as (
  select currency, amount, sent_on, reference from core.gateway_deposit where amount > 0
),
named as (
  select recon.match_normal_reference(reference, null::text[]) as normal_reference from transfer
  union
  select recon.match_normal_reference(core.reference_of_batch(reference), null::text[]) from transfer
),
first_transfer as (
  select min(sent_on) as sent_on from transfer
),
deposit as (
  select
    deposit.currency,
    deposit.bank_line_key,
    deposit.amount,
    deposit.reference,
    deposit.booked_on,
    deposit.description,
    core.reference_form(deposit.reference) as form,
    named.normal_reference is not null as is_known
  from core.bank_money_in as deposit
  -- earlier transfers are unknown
  inner join first_transfer on first_transfer.sent_on <= deposit.booked_on
  left join named
    on named.normal_reference = recon.match_normal_reference(deposit.reference, null::text[])
  where deposit.duplicate_of is null
),
known_form as (
  select form
  from deposit
  where form is not null
  group by form
  having count(*) >= 5 and count(*) filter (is_known) * 2 > count(*)
),
of_gateway as (
  select deposit.bank_line_key, true as is_by_reference
  from deposit
  semi join transfer
    on transfer.currency = deposit.currency and transfer.reference = deposit.reference
    and transfer.amount = deposit.amount and transfer.sent_on <= deposit.booked_on and transfer.sent_on + 31 >= deposit.booked_on
  union all
  select deposit.bank_line_key, false
  from (
    select * from deposit qualify count(*) over (partition by currency, amount) = 1
  ) as deposit
  inner join (
    select * from transfer qualify count(*) over (partition by currency, amount) = 1
  ) as transfer
    on transfer.currency = deposit.currency and transfer.amount = deposit.amount
  where deposit.booked_on between transfer.sent_on and transfer.sent_on + 7
),
candidate as (
  select
    deposit.currency, deposit.booked_on, deposit.bank_line_key, deposit.description,
    bool_or(of_gateway.is_by_reference) as is_by_reference
  from deposit
  inner join of_gateway on of_gateway.bank_line_key = deposit.bank_line_key
  group by all
),
sure as (
  select *
  from candidate
  qualify is_by_reference or count(case when is_by_reference then 1 end) over (partition by currency) < 5
),
lesson as (
  select
    currency, core.naming_words(description, currency) as words,
    count(*) over (partition by currency) as lesson_count,
    greatest(lesson_count // 10, 1) as odd_count
  from (
    select * from sure qualify row_number() over (partition by currency order by booked_on desc, bank_line_key) <= 100
  )
  qualify lesson_count >= 5
),
word as (
  select currency, word, lesson_count, odd_count, count(*) as seen_count
  from (select currency, lesson_count, odd_count, unnest(words) as word from lesson)
  group by all
),
vocabulary as (
  select
    currency,
    coalesce(list(word) filter (seen_count >= lesson_count - odd_count), []) as name,
    coalesce(list(word) filter (seen_count >= 3 and seen_count * 20 >= lesson_count), []) as usual
  from word
  group by currency
),
-- with the lessons, because those of a currency may have no words at all
learned as (
  select
    lesson.currency,
    coalesce(any_value(vocabulary.name), []) as name,
    coalesce(any_value(vocabulary.usual), []) as usual,
    count(*) filter (length(lesson.words) > 0 and not list_has_any(lesson.words, vocabulary.usual)) <= any_value(odd_count) as is_regular
  from lesson
  left join vocabulary on vocabulary.currency = lesson.currency
  group by lesson.currency
),
asked as (
  select *, core.naming_words(description, currency) as words
  from deposit
  where not is_known
),
compared as (
  select
    deposit.bank_line_key,
    known_form.form is not null as is_reference_unknown,
    not list_has_all(learned.usual, deposit.words) as has_unusual_word,
    case
      when length(learned.name) > 0 then length(list_filter(
        learned.name,
        lambda part: not list_bool_or(list_transform(
          deposit.words,
          lambda word: word = part or (least(length(word), length(part)) >= 3 and (starts_with(part, word) or starts_with(word, part)))
        ))
      )) > 0
      else learned.is_regular and not list_has_any(deposit.words, learned.usual)
    end as is_unlike
  from asked as deposit
  left join known_form on known_form.form = deposit.form
  left join learned on learned.currency = deposit.currency
)
select
  bank_line_key,
  case when has_unusual_word and is_unlike then 'sender_differs' else 'reference_unknown' end as doubt
from compared
where coalesce(has_unusual_word and is_unlike, false) or is_reference_unknown;
