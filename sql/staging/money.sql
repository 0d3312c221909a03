-- statement: money_from_text
-- A text as an exact amount, or null where it is not one: plain digits, thousands commas in their right places, brackets or a
-- minus for negative, and the currency's own symbol or code before or after. Nothing is guessed: 1e3, 1.2.3, 1,23, 0,500,
-- 12.00-, +5, 1 234, 5.00 CR, another currency's symbol and more decimals than the currency has are rejected.
create or replace macro staging.money_from_text(amount_text, currency_symbols, currency_exponent) as (
  case
    when amount_text is null then null
    -- the plain form, by far the most common
    when regexp_full_match(amount_text, '-?[0-9]{1,14}(\.[0-9]{1,4})?')
      then case
        when strpos(amount_text, '.') = 0 or strlen(amount_text) - strpos(amount_text, '.') <= currency_exponent
          then try_cast(amount_text as decimal(18, 4))
      end
    else list_transform(
      [staging.tidy_text(amount_text)],
      lambda tidy: case
        when regexp_full_match(
            tidy,
            '\(?\s*-?\s*([^0-9.,()\s-]+(\s*[^0-9.,()\s-]+)?)?\s*-?\s*([0-9]{1,14}|[1-9][0-9]{0,2}(,[0-9]{3})+)(\.[0-9]{1,4})?\s*([^0-9.,()\s-]{1,4})?\s*\)?'
          )
          and len(regexp_extract(tidy, '\.([0-9]*)', 1)) <= currency_exponent
          and starts_with(tidy, '(') = ends_with(tidy, ')')
          and len(tidy) - len(replace(tidy, '-', '')) + starts_with(tidy, '(')::integer <= 1
          and (
            regexp_replace(tidy, '[0-9.,()\s-]', '', 'g') = ''
            or list_contains(currency_symbols, regexp_replace(tidy, '[0-9.,()\s-]', '', 'g'))
          )
          then try_cast(
            case when contains(tidy, '(') or contains(tidy, '-') then '-' else '' end
              || regexp_replace(tidy, '[^0-9.]', '', 'g') as decimal(18, 4)
          )
      end
    )[1]
  end
);

-- statement: major_from_minor
-- The gateway's integers in the smallest unit as money in major units, by multiplication, because a division would give a
-- float. Null for a text that is not a whole number, because a cast would round a part of a unit.
create or replace macro staging.major_from_minor(minor_text, currency_exponent) as (
  cast(
    case when regexp_full_match(minor_text, '-?[0-9]+(\.0+)?') then try_cast(minor_text as decimal(28, 0)) end
    * case currency_exponent when 0 then 1.0000 when 1 then 0.1000 when 2 then 0.0100 when 3 then 0.0010 when 4 then 0.0001 end
    as decimal(38, 4)
  )
);

-- statement: signed_amount_text
-- An amount with its side in front of it, as staging.money_from_text reads it: "50.00 DR" and "50.00-" are -50.00, "+50.00"
-- is 50.00. An amount with a sign and a side is left as it is, and is not a valid amount.
-- reads: staging.bank_side, staging.without_plus
create or replace macro staging.signed_amount_text(amount_text) as (
  case
    when amount_text is null or regexp_full_match(amount_text, '-?[0-9.,]+') then amount_text
    when staging.bank_side(amount_text) is null then staging.without_plus(amount_text)
    when regexp_matches(trim(amount_text), '^[-(+]') then amount_text
    else case when staging.bank_side(amount_text) in ('DR', '-') then '-' else '' end
      || regexp_replace(trim(amount_text), '(?i)\s*(cr|dr|db|\+|-)\.?$', '')
  end
);

-- statement: money_in_unit
-- An amount as staging.money_from_text reads it. Where amounts are in the minor unit, 5327 is 53.27 in a currency with two decimals.
-- reads: staging.money_from_text
create or replace macro staging.money_in_unit(amount_text, symbols, exponent, is_minor) as (
  (
    staging.money_from_text(amount_text, symbols, if(is_minor, 0, exponent))::decimal(38, 4)
    * if(is_minor, [1, 0.1, 0.01, 0.001, 0.0001][exponent + 1], 1)::decimal(5, 4)
  )::decimal(18, 4)
);

-- statement: without_plus
-- An amount of a bank without the plus in front of it: "+50.00" and "+ RM 50.00". Before another sign it is left as it is.
create or replace macro staging.without_plus(amount_text) as (
  case when regexp_matches(amount_text, '^\s*\+\s*[^-+(\s]') then regexp_replace(amount_text, '^\s*\+\s*', '') else amount_text end
);

-- statement: with_decimal_point
-- An amount as a file writes it, with a point before its decimals: 1.234,56 and 1 234,56 of a file with a decimal comma are
-- 1,234.56. A space before three digits separates thousands there; beside a decimal point it could separate two numbers.
-- reads: staging.tidy_text
create or replace macro staging.with_decimal_point(amount_text, decimal_mark) as (
  case
    when decimal_mark is distinct from ',' then amount_text
    when not regexp_matches(amount_text, '[0-9][\s\p{Z}]+[0-9]{3}') then translate(amount_text, '.,', ',.')
    -- twice, because the digits of a match cannot begin the next one
    else translate(
      regexp_replace(
        regexp_replace(staging.tidy_text(amount_text), '([0-9]) ([0-9]{3})', '\1.\2', 'g'), '([0-9]) ([0-9]{3})', '\1.\2', 'g'
      ),
      '.,', ',.'
    )
  end
);

-- statement: bank_figure
-- An amount or balance in a bank's table as staging.money_from_text reads it, from further forms that have only one reading: a
-- dash as minus, 1'234.50, 1,23,456.00, and invisible marks of the direction of writing. "50.00 C" and "50.00D" are 50.00 CR and
-- 50.00 DR where the figures of the file have both letters: a D alone may be a deposit. A dash alone is an empty cell.
-- reads: staging.tidy_text, staging.with_decimal_point
create or replace macro staging.bank_figure(figure_text, decimal_mark, has_side_letters) as (
  case
    when figure_text is null then null
    -- the plain forms, by far the most common
    when decimal_mark is distinct from ',' and regexp_full_match(figure_text, '-?([0-9.]+|[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?)')
      then figure_text
    -- lists of one figure, because a macro repeats its argument expression
    else list_transform(
      list_transform(
        [translate(staging.tidy_text(figure_text), '−–', '--')],
        lambda tidy: case
          when tidy = '-' then null
          when regexp_full_match(tidy, '[^0-9]*[1-9][0-9]{0,2}([''’][0-9]{3})+([.,][0-9]+)?[^0-9]*')
            then regexp_replace(tidy, '([0-9])[''’]', '\1', 'g')
          when decimal_mark is distinct from ','
            and regexp_full_match(tidy, '[^0-9]*[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}(\.[0-9]+)?[^0-9]*')
            then replace(tidy, ',', '')
          else tidy
        end || case when has_side_letters and regexp_matches(tidy, '[0-9)] ?[CD]$') then 'R' else '' end
      ),
      lambda figure: staging.with_decimal_point(figure, decimal_mark)
    )[1]
  end
);

-- statement: proves_point
-- Whether the form of a figure proves that a point is the decimal mark: 12.50, 0.500, 1234.567, 1,234.567, 1,234,567. In 1.234 and
-- 1,234 the mark may be one between thousands. With points and commas exchanged it proves a decimal comma.
create or replace macro staging.proves_point(figure_text) as (
  regexp_matches(
    figure_text,
    '[0-9]\.([0-9]{1,2}|[0-9]{4})([^0-9.,]|$)|(^|[^0-9.,''’])(0|[0-9]{4,})\.[0-9]{3}([^0-9.,]|$)|[,''’][0-9]{3}\.[0-9]|[0-9],[0-9]{2,3},[0-9]'
  )
);

-- statement: is_ambiguous_figure
-- Whether a point or comma in a figure may stand before decimals or between thousands, in a currency with three decimals or more.
create or replace macro staging.is_ambiguous_figure(figure_text) as (
  regexp_matches(figure_text, '(^|[^0-9.,''’])[1-9][0-9]{0,2}[.,][0-9]{3}([^0-9.,]|$)')
);

-- statement: bank_side
-- The word behind an amount and its currency that states its side: "50.00 DR", "50.00 DB" and "50.00-" are taken from the
-- account, "50.00 CR", "50.00 RM CR" and "50.00+" paid into it. Null without such a word.
create or replace macro staging.bank_side(amount_text) as (
  nullif(
    replace(upper(regexp_extract(trim(amount_text), '(?i)[0-9]\)?(?:\s*[^0-9\s.,()+-]{1,4}\s)?\s*(cr|dr|db|\+|-)\.?$', 1)), 'DB', 'DR'), ''
  )
);

-- statement: currency_reason
-- Why a row in a currency without a known number of decimals is rejected. Old files and samples have currencies that were
-- withdrawn: their amounts cannot be those of a company today.
create or replace macro staging.currency_reason(code) as (
  'The currency "' || code || '" '
  || case
    when code in (
        'ATS', 'BEF', 'CYP', 'DEM', 'EEK', 'ESP', 'FIM', 'FRF', 'GRD', 'HRK', 'IEP', 'ITL', 'LTL', 'LUF', 'LVL', 'MTL', 'NLG', 'PTE', 'SIT',
        'SKK', 'XEU'
      )
      then 'was withdrawn; EUR replaced it.'
    else coalesce(
      'was withdrawn; ' || map {
        'AFA': 'AFN', 'AZM': 'AZN', 'BYR': 'BYN', 'CSD': 'RSD', 'GHC': 'GHS', 'MGF': 'MGA', 'MRO': 'MRU', 'MXP': 'MXN', 'MZM': 'MZN',
        'PLZ': 'PLN', 'ROL': 'RON', 'RUR': 'RUB', 'SDD': 'SDG', 'SLL': 'SLE', 'STD': 'STN', 'TMM': 'TMT', 'TRL': 'TRY', 'VEB': 'VES',
        'VEF': 'VES', 'YUM': 'RSD', 'ZMK': 'ZMW'
      }[code] || ' replaced it.',
      'is unknown.'
    )
  end
);
