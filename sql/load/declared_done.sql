-- The table of the two steps before.
drop table if exists temp.incoming
