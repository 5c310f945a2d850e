-- A deploy branch whose head moved is built, whatever moved it: a commit, a merge, a pull, an upload. Where only uploads deploy, branches change
-- without a build and the upload asks for its own. The first head of all is built because its deployment was created.
-- facet: after hosting/request_build
create or replace function facet_build_moved_head() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_request_build(d.tenant_id, d.id, 'branch_changed', null)
  from public.deployments d
  where d.tenant_id = new.tenant_id and d.id = new.deployment_id and d.deploy_mode is distinct from 'cli'
    and new.refs ->> ('heads/' || d.deploy_branch_name) is not null
    and new.refs ->> ('heads/' || d.deploy_branch_name) is distinct from old.refs ->> ('heads/' || d.deploy_branch_name);
  return null;
end $$;
call facet_protect_function('facet_build_moved_head()', 'facet_service');

create or replace trigger build_moved_head after update of refs on repositories for each row
  when (old.refs is distinct from new.refs and old.refs <> '{}'::jsonb) execute function facet_build_moved_head();
