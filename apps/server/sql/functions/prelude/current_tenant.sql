-- The tenant of the transaction; null while none is set.
-- facet: open to everyone (written out into every policy, which a pinned search_path would prevent)
create or replace function facet_current_tenant() returns bigint language sql stable parallel safe
as $$ select nullif(current_setting('facet.tenant_id', true), '')::bigint $$;
