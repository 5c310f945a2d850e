-- The two roles that everything is granted to.
-- Members of facet_service are held by row security. facet_function owns the few functions that cross it, each taking the
-- tenant as an argument: under forced row security even the tables' owner would see nothing.
do $$ begin
  create role facet_service nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role facet_function nologin;
exception when duplicate_object or unique_violation then null; end $$;
grant facet_function to current_user;
grant usage on schema public to facet_service, facet_function;
-- It owns what is partitioned and makes the partitions.
grant create on schema public to facet_function;
