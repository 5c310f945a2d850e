-- Who may execute a function: the roles that are named and its owner, whoever was named before. One that runs with its owner's rights
-- belongs to facet_function.
-- facet: after prelude/roles
create or replace procedure facet_protect_function(p_function regprocedure, variadic p_callers regrole[] default '{}')
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  is_definer constant boolean := (select f.prosecdef from pg_catalog.pg_proc f where f.oid = p_function);
  callers constant regrole[] := case when is_definer then 'facet_function'::regrole || p_callers else p_callers end;
begin
  if is_definer then execute format('alter function %s owner to facet_function', p_function); end if;
  execute format('revoke all on function %s from public, facet_service, facet_function', p_function);
  if cardinality(callers) > 0 then execute format('grant execute on function %s to %s', p_function, array_to_string(callers, ', ')); end if;
end $$;
revoke all on procedure facet_protect_function(regprocedure, regrole[]) from public;
