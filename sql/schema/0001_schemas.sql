-- The layers of the warehouse: text as received, typed rows, facts, results, what people read, and the views
-- of the user's own.
create schema if not exists raw;
create schema if not exists staging;
create schema if not exists core;
create schema if not exists recon;
create schema if not exists mart;
create schema if not exists own;
