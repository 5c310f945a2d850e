import type { DefaultRole } from '@facet/contract'
import { createEmbedding, type Embedding } from '../../harness/embedding.ts'
import type { FacetProcess, Tenant } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import { createWorld, type World } from '../../access/keys/world.ts'

export const personNames = [
  'admin',
  'owner',
  'keeper',
  'editor',
  'reader',
  'viewer',
  'member',
  'stranger',
  'foreigner',
  'frame',
  'creator',
  'mate',
  'neighbour',
  'elsewhere',
] as const
export type PersonName = (typeof personNames)[number]

/** How somebody asks: with a key of a role, or with the token of a frame, in creator mode or not. */
export type Manner = { role: DefaultRole } | { isCreator: boolean; embedTenant: EmbedTenantName }
export type EmbedTenantName = 'acme-corp' | 'beta-corp'

/** What each of them is to the content of a trial is said in oracle.ts. */
export const manners = {
  admin: { role: 'Admin' },
  owner: { role: 'Explorer' },
  keeper: { role: 'Explorer' },
  editor: { role: 'Explorer' },
  reader: { role: 'Explorer' },
  viewer: { role: 'Viewer' },
  member: { role: 'Explorer' },
  stranger: { role: 'Explorer' },
  // An administrator, of another tenant.
  foreigner: { role: 'Admin' },
  frame: { isCreator: false, embedTenant: 'acme-corp' },
  creator: { isCreator: true, embedTenant: 'acme-corp' },
  mate: { isCreator: true, embedTenant: 'acme-corp' },
  neighbour: { isCreator: true, embedTenant: 'acme-corp' },
  elsewhere: { isCreator: true, embedTenant: 'beta-corp' },
} as const satisfies Record<PersonName, Manner>

export type Person = { name: PersonName; id: number; secret: string; host: string }

/** A tenant with one of each, a group with one member, and whom things can be shared with besides. */
export type Cast = {
  world: World
  embedding: Embedding
  deploymentId: number
  people: Record<PersonName, Person>
  foreign: { tenant: Tenant; deploymentId: number }
  groupId: number
  embedTenantIds: Record<EmbedTenantName, number>
  /** Somebody, and some group, that nothing else is said of. */
  spare: { userId: number; groupId: number; externalUserId: number; embedGroupId: number }
  /** A person of the console with a key. */
  addPerson: (role: DefaultRole) => Promise<Pick<Person, 'id' | 'secret' | 'host'>>
  /** A token of a frame of the deployment. */
  addToken: (embedTenant: string, externalId: string, isCreator: boolean) => Promise<Pick<Person, 'id' | 'secret' | 'host'>>
  close: () => Promise<void>
}

const nowhere = { inside: 0, beside: 0 }

export const assemble = async (): Promise<Cast> => {
  const world = await createWorld()
  const { installation, facet, tenant } = world
  await installation.client(facet, tenant).updateTenantSettings({ body: { useCreatorMode: true } })
  const embedding = await createEmbedding(installation, facet, tenant)
  const { deploymentId } = embedding
  const theirs = await installation.createTenant('foreign')
  const foreignEmbedding = await createEmbedding(installation, facet, theirs)
  foreignEmbedding.close()

  const addPerson: Cast['addPerson'] = async (role) => {
    const owner = await world.addOwner({ label: role, kind: 'user', role }, nowhere)
    const { secret } = await world.addKey(owner, { label: 'of a trial', scope: () => ({}) }, nowhere)
    return { id: owner.principalId, secret, host: tenant.host }
  }
  const addToken: Cast['addToken'] = async (embedTenantName, externalId, creatorMode) => {
    const secret = await embedding.token(facet, { embedTenantName, externalId, creatorMode })
    const [row] = await installation.sql<{ id: string }>(
      `select u.id from external_users u join embed_tenants t on t.tenant_id = u.tenant_id and t.id = u.embed_tenant_id
       where u.tenant_id = $1 and t.name = $2 and t.removed_at is null and u.external_id = $3`,
      [tenant.tenantId, embedTenantName, externalId],
    )
    return { id: Number(row?.id), secret, host: tenant.host }
  }

  const people = {} as Cast['people']
  for (const name of personNames) {
    const manner: Manner = manners[name]
    if (name === 'foreigner') people[name] = { name, id: 0, secret: theirs.adminKey, host: theirs.host }
    else if ('role' in manner) people[name] = { name, ...(await addPerson(manner.role)) }
    else people[name] = { name, ...(await addToken(manner.embedTenant, `trial-${name}`, manner.isCreator)) }
  }
  const groupId = await world.addSpareGroup()
  const inGroup = 'insert into user_group_members (tenant_id, group_id, user_id) values ($1, $2, $3)'
  await installation.sql(inGroup, [tenant.tenantId, groupId, people.member.id])
  const rows = await installation.sql<{ id: string; name: EmbedTenantName }>('select id, name from embed_tenants where tenant_id = $1', [
    tenant.tenantId,
  ])
  const { userId: externalUserId, groupId: embedGroupId } = await world.addEmbedTarget('acme-corp')
  // Something may be shared with it, and nobody is of it.
  await world.addEmbedTarget('gamma-corp')
  return {
    world,
    embedding,
    deploymentId,
    people,
    foreign: { tenant: theirs, deploymentId: foreignEmbedding.deploymentId },
    groupId,
    embedTenantIds: Object.fromEntries(rows.map(({ id, name }) => [name, Number(id)])) as Cast['embedTenantIds'],
    spare: { userId: await world.addSpareUser(), groupId: await world.addSpareGroup(), externalUserId, embedGroupId },
    addPerson,
    addToken,
    close: async () => {
      embedding.close()
      await world.close()
    },
  }
}

export type Answered = { status: number; code: string; text: string }

const maxTries = 20
const pauseMs = 250

const askOnce = async (
  facet: Pick<FacetProcess, 'url'>,
  { host, secret }: Pick<Person, 'host' | 'secret'>,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Answered> => {
  const isForm = body instanceof FormData
  const answer = await fetch(`${facet.url}${path}`, {
    method,
    headers: {
      'x-forwarded-host': host,
      authorization: `Bearer ${secret}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, code: /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '', text }
}

/** Asks, and keeps all that was answered, whatever its form. What a busy machine had no time for was not done, and is asked again. */
export const askAs: typeof askOnce = async (facet, person, sent) => {
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(facet, person, sent)
    if (answer.status !== 503 || tries === maxTries) return answer
    await pause(pauseMs)
  }
}
