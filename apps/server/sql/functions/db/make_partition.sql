-- A partition is a table of its own, so it gets walls of its own. It is made beside its table and then attached, which keeps nobody from
-- reading or writing it; whoever holds the table all the same is waited for only for a moment.
create or replace function facet_make_partition(p_parent text, p_partition text, p_bounds text, p_rights text) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  set local lock_timeout = '200ms';
  execute format('create table public.%I (like public.%I including defaults including constraints)', p_partition, p_parent);
  call public.facet_protect(format('public.%I', p_partition)::regclass, p_service => p_rights);
  execute format('alter table public.%I attach partition public.%I %s', p_parent, p_partition, p_bounds);
end $$;
call facet_protect_function('facet_make_partition(text, text, text, text)', 'facet_function');
