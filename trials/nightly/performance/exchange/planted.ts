import type { Installation } from '../../../harness/installation.ts'

const undone = 5

/**
 * The exchange with its work done over and over: all of it is undone but the last, so that nothing but its time is another. Both
 * sides of a pair that send the same statement are slowed by it alike.
 */
export const plantRepeatedWork = async ({ sql }: Installation): Promise<void> => {
  const [found] = await sql<{ text: string; result: string }>(
    `select pg_get_functiondef(oid) as text, pg_get_function_result(oid) as result from pg_proc where oid = 'facet_exchange_sessions(jsonb)'::regprocedure`,
  )
  if (!found) throw new Error('There is no facet_exchange_sessions(jsonb).')
  await sql(found.text.replace('public.facet_exchange_sessions(', 'public.trial_exchange_once('))
  await sql('alter function trial_exchange_once(jsonb) owner to facet_function')
  await sql(`
    create or replace function public.facet_exchange_sessions(p_items jsonb) returns ${found.result}
      language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
    begin
      for turn in 1..${undone} loop
        begin
          perform from public.trial_exchange_once(p_items);
          raise exception 'undone';
        exception when raise_exception then null;
        end;
      end loop;
      return query select * from public.trial_exchange_once(p_items);
    end $$`)
}
