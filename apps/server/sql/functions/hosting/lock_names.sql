-- Whoever claims a name waits for others who claim one that ends alike: two that lie one below the other end in the same two labels.
create or replace function facet_lock_names(p_name text) returns void language sql volatile set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashtextextended('names ' || substring(lower(p_name) from '[^.]+(?:\.[^.]+)?$'), 0)) $$;
call facet_protect_function('facet_lock_names(text)', 'facet_function');
