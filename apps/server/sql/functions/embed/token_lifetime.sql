-- How long an embed token lives, unless the key that minted its session ends before.
-- facet: open to everyone (a constant that is written out where it is used, which a pinned search_path would prevent)
create or replace function facet_token_lifetime() returns interval language sql immutable parallel safe
as $$ select interval '24 hours' $$;
