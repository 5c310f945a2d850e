import type { Fleet } from './fleet.ts'

/**
 * Puts the statement back that revoked a session by a mark on its grant: it waits for an exchange in flight, and then looks for
 * the grant as things stood before it waited.
 */
export const plantMarks = async ({ installation }: Fleet): Promise<void> => {
  const found = await installation.sql<{ result: string }>(
    "select pg_get_function_result('facet_find_grant(bigint, int, bigint)'::regprocedure) as result",
  )
  await installation.sql(`
    create table planted_marks (tenant_id bigint, session_id bigint, is_of_grant boolean);
    grant select, insert on planted_marks to facet_service, facet_function;
    create constraint trigger planted_marks_revocation after insert on planted_marks deferrable initially deferred for each row
      execute function facet_raise_revocation_epoch();

    create function mark_in_place_of_watermark() returns trigger language plpgsql security definer as $$ begin
      insert into public.planted_marks values (new.tenant_id, new.subject_id, false);
      with session as (
        select s.id, s.grant_bucket from public.embed_sessions s
        where s.tenant_id = new.tenant_id and s.bucket >= public.facet_bucket(now()) - 1 and s.id = new.subject_id for update)
      insert into public.planted_marks
      select g.tenant_id, g.id, true from session join public.embed_grants g on g.tenant_id = new.tenant_id and g.bucket = session.grant_bucket and g.id = session.id;
      return null;
    end $$;
    alter function mark_in_place_of_watermark() owner to facet_function;
    create trigger planted before insert on embed_watermarks for each row when (new.kind = 'session') execute function mark_in_place_of_watermark();

    create function mark_grant_of_marked_session() returns trigger language plpgsql security definer as $$ begin
      insert into public.planted_marks select distinct m.tenant_id, m.session_id, true from public.planted_marks m
      where m.tenant_id = new.tenant_id and m.session_id = new.id;
      return null;
    end $$;
    alter function mark_grant_of_marked_session() owner to facet_function;
    create trigger planted after insert on embed_grants for each row execute function mark_grant_of_marked_session();

    alter function facet_find_grant(bigint, int, bigint) rename to facet_find_grant_by_rule;
    create function facet_find_grant(p_tenant_id bigint, p_bucket int, p_id bigint) returns ${found[0]?.result}
      language sql stable security definer as $$
      select f.* from public.facet_find_grant_by_rule(p_tenant_id, p_bucket, p_id) f
      where not exists (select from public.planted_marks m where m.tenant_id = p_tenant_id and m.session_id = p_id and m.is_of_grant) $$;
    alter function facet_find_grant(bigint, int, bigint) owner to facet_function`)
}
