-- How long a session can be exchanged.
-- facet: open to everyone (a constant that is written out where it is used, which a pinned search_path would prevent)
create or replace function facet_session_lifetime() returns interval language sql immutable parallel safe
as $$ select interval '5 minutes' $$;
