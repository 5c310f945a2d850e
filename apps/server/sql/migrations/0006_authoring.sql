-- The data model of each deployment: a repository whose packs are in the object store, its branches, uploads and remote.

-- Every change of refs or packs compares epoch and version and sets the next: whoever acted on an older state changes nothing.
-- The epoch rises when another node than the last writes.
create table repositories (
  tenant_id bigint not null,
  deployment_id bigint not null,
  epoch bigint not null default 0,
  version bigint not null default 0,
  owner_node text,
  packs jsonb not null default '[]',
  refs jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
call facet_protect('repositories');

-- The head of each is a ref of the repository; here is what git does not know of it.
create table branches (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  name text not null,
  kind text not null check (kind in ('shared', 'dev')),
  parent_id bigint,
  principal_id bigint,
  is_own_fork boolean not null default false,
  is_staging boolean not null default false,
  expires_at timestamptz,
  pulled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, id),
  foreign key (tenant_id, deployment_id) references repositories on delete cascade,
  foreign key (tenant_id, deployment_id, parent_id) references branches on delete set null (parent_id)
);
create unique index branches_name_key on branches (tenant_id, deployment_id, name);
-- One fork a person, deployment and parent; those made fresh for a run are beside it.
create unique index branches_fork_key on branches (tenant_id, deployment_id, principal_id, parent_id) where kind = 'dev' and not is_own_fork;
create index branches_parent_idx on branches (tenant_id, deployment_id, parent_id);
create index branches_expiry_idx on branches (expires_at) where expires_at is not null;
call facet_protect('branches');

-- The branch a credential is on, for clients that do not name one.
create table dev_modes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  credential_id bigint not null,
  branch_id bigint not null,
  entered_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, credential_id),
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index dev_modes_branch_idx on dev_modes (tenant_id, deployment_id, branch_id);
call facet_protect('dev_modes');

create table uploads (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id text not null,
  branch_id bigint not null,
  project_root text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '6 hours',
  primary key (tenant_id, deployment_id, id),
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index uploads_expiry_idx on uploads (expires_at);
create index uploads_branch_idx on uploads (tenant_id, deployment_id, branch_id);
call facet_protect('uploads');

create table upload_files (
  tenant_id bigint not null,
  deployment_id bigint not null,
  upload_id text not null,
  path text not null,
  sha1 text not null,
  sha256 text not null,
  size bigint not null,
  object_key text not null,
  primary key (tenant_id, deployment_id, upload_id, path),
  foreign key (tenant_id, deployment_id, upload_id) references uploads on delete cascade
);
call facet_protect('upload_files');

create table repository_remotes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  url text not null,
  username text,
  token_sealed bytea,
  ssh_key_sealed bytea,
  ssh_public_key text,
  host_keys text[] not null default '{}',
  webhook_token_hash bytea not null,
  connection_id bigint not null default nextval('facet_ids'),
  connected_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id),
  foreign key (tenant_id, deployment_id) references repositories on delete cascade
);
call facet_protect('repository_remotes');

-- What is to be pushed, and what became of it: asked for in the transaction of the change that is to go there. `requests` rises
-- with every asking, so that a push which began before one says nothing about it; `connection_id` is the connection it was asked of, and
-- `request_id` the request that asked last.
create table remote_pushes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  branch_id bigint not null,
  connection_id bigint not null,
  state text not null check (state in ('pending', 'pushed', 'failed')),
  requests bigint not null default 0,
  request_id text,
  attempts int not null default 0,
  last_hash text,
  cause text,
  message text,
  next_attempt_at timestamptz,
  pushed_at timestamptz,
  primary key (tenant_id, deployment_id, branch_id),
  foreign key (tenant_id, deployment_id) references repository_remotes on delete cascade,
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index remote_pushes_due_idx on remote_pushes (next_attempt_at, branch_id) where state = 'pending';
create index remote_pushes_unpushed_idx on remote_pushes (state) where state <> 'pushed';
call facet_protect('remote_pushes');

-- Objects of the store that no row refers to, with the time they may go. One is listed before it is written, and the statement
-- that refers to it takes it off: a node that dies between leaves nothing behind, and one that wakes up too late finds its object
-- claimed by the collector and refers to nothing that is gone.
create table unreferenced_objects (
  tenant_id bigint not null,
  key text not null,
  due_at timestamptz not null,
  is_claimed boolean not null default false,
  primary key (tenant_id, key)
);
create index unreferenced_objects_due_idx on unreferenced_objects (due_at);
call facet_protect('unreferenced_objects');
