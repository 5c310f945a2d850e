-- How long what no row refers to any more can still be restored.
-- facet: open to everyone (a constant that is written out where it is used, which a pinned search_path would prevent)
create or replace function facet_restore_period() returns interval language sql immutable parallel safe
as $$ select interval '168 hours' $$;
