-- What a rule says to people: the code of a message in messages/, and its figures. A sentence for each language is made of it when
-- the results are written; the figures are amounts (core.money_figure), days, instants (core.instant_figure), counts and texts.
create or replace macro core.say(code, figures) as (
  json_object('say', code, 'with', figures)::text
);
