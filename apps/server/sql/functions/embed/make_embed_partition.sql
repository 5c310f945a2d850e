-- An hour of one of the two tables, or without an hour the default: rows that find no hour of their own go there.
create or replace function facet_make_embed_partition(p_parent text, p_bucket int) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  partition text := p_parent || coalesce('_' || p_bucket, '_default');
begin
  if to_regclass('public.' || partition) is not null then return false; end if;
  perform public.facet_make_partition(p_parent, partition,
    case when p_bucket is null then 'default' else format('for values from (%L) to (%L)', p_bucket, p_bucket + 1) end, 'select, update');
  if p_parent = 'embed_sessions' then execute format('alter table public.%I set (fillfactor = 80)', partition); end if;
  return true;
end $$;
call facet_protect_function('facet_make_embed_partition(text, int)');
