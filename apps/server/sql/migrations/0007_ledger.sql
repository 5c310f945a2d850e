-- The ledger: what was ended, told to the object store as it happens, so that a database brought back from a copy can learn of it.

-- One row: how far this database has come. Entry n is the object of that number in the store, so a database whose number is below
-- the store's newest is a copy from before it. `timeline_id` is one life of the database: bringing back a copy starts another.
-- `given_ids` is the highest id that the newest entry knows of; `ending_number` the newest entry that holds more than a marker, null
-- when that is not known; `unread_after` is set while entries behind it were given up unread.
create table ledger (
  is_only boolean primary key default true check (is_only),
  installation_id uuid not null default gen_random_uuid(),
  timeline_id uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  ending_number bigint default 0,
  given_ids bigint not null default 0,
  numbered_at timestamptz not null default now(),
  unread_after bigint
);
insert into ledger default values;
grant select, insert, update, delete on ledger to facet_function;

-- What was ended and has no number yet; written by triggers, so in the transaction that ends it.
create table endings (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  kind text not null,
  subject_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
call facet_protect('endings', p_service => 'select');

-- The entries as the store has them or will. The body is fixed with the number: whoever stores it, and however often, stores the
-- same. A marker holds no ending and is there for its number and its ids.
create table ledger_entries (
  number bigint primary key,
  body text not null,
  is_marker boolean not null,
  at timestamptz not null default clock_timestamp(),
  stored_at timestamptz
);
create index ledger_entries_waiting_idx on ledger_entries (number) where stored_at is null;
grant select, insert, update, delete on ledger_entries to facet_function;
