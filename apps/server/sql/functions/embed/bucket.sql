-- Hours since 1970 on the database's clock. Sessions and grants are partitioned by it and carry it in their ids.
-- facet: open to everyone (it reads nothing, and a pinned search_path would cost every call)
create or replace function facet_bucket(p_at timestamptz) returns int language sql immutable parallel safe
as $$ select floor(extract(epoch from p_at) / 3600)::int $$;
