-- What browsers draw of the charts of a published dashboard, compiled once for a version.

-- A version has a row for each report that is a chart of Vega-Lite: what it compiled to, or why it is not drawn. Versions from before have none
-- until somebody looks at them. `compiler` says by which rules: what is of others is compiled again.
create table dashboard_charts (
  tenant_id bigint not null,
  version_id bigint not null,
  report_id bigint not null,
  compiler text not null check (char_length(compiler) <= 100),
  vega jsonb check (octet_length(vega::text) <= 4194304),
  uses_geo boolean not null default false,
  problem text check (char_length(problem) <= 1000),
  primary key (tenant_id, version_id, report_id),
  check ((vega is null) <> (problem is null)),
  foreign key (tenant_id, version_id) references dashboard_versions (tenant_id, id) on delete cascade
);
call facet_protect('dashboard_charts');
