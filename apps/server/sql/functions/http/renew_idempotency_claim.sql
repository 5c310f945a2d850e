-- False when the claim is not there any more: another has taken the key over, or it is settled. A row that is being written is
-- passed over: this runs on a connection that others wait for.
create or replace function facet_renew_idempotency_claim(p_tenant_id bigint, p_credential_id bigint, p_operation text, p_key text, p_claim_id bigint, p_seconds int)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with claim as (
    select k.ctid from public.idempotency_keys k
    where k.tenant_id = p_tenant_id and k.credential_id = p_credential_id and k.operation = p_operation and k.key = p_key
      and k.claim_id = p_claim_id and k.claimed_until is not null
  ), free as (
    select k.ctid from public.idempotency_keys k where k.ctid = any (array(select c.ctid from claim c)) for update skip locked
  ), renewed as (
    update public.idempotency_keys k set claimed_until = now() + make_interval(secs => p_seconds) where k.ctid = any (array(select f.ctid from free f))
  )
  select exists (select from claim)
$$;
call facet_protect_function('facet_renew_idempotency_claim(bigint, bigint, text, text, bigint, int)', 'facet_service');
