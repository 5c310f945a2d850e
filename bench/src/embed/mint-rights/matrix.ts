import type { Answer } from '../../harness/caller.ts'
import { type Embedding, placeOf } from '../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../harness/installation.ts'
import { type Asker, mayMint, type Rules } from './oracle.ts'
import type { Fixture, SessionRequest } from './requests.ts'

/** What a credential was told about one request, first by the dry run and then by the mint. */
export type Asked = {
  asker: Asker
  request: SessionRequest
  externalId: string | null
  mint: string
  sessionId: string | null
  dryRun: string
  /** Whether the dry run promised what the mint then did. A key that may not ask was promised nothing; the oracle says which may not. */
  isAgreed: boolean
}

const verdictOf = ({ status, code }: Answer): string => (status === 200 ? 'allowed' : code || String(status))

type DryRun = { wouldMint?: boolean; problems?: { code: string }[] }

const dryVerdictOf = (answer: Answer): string => {
  const { wouldMint, problems } = answer.body as DryRun
  if (answer.status !== 200) return verdictOf(answer)
  return wouldMint ? 'allowed' : (problems?.[0]?.code ?? 'refused without a reason')
}

let numbered = 0

export const askToMint = async (embedding: Embedding, process: FacetProcess, asker: Asker, request: SessionRequest): Promise<Asked> => {
  // Nobody else's, so that afterwards it shows whether a refused request left something behind.
  const externalId = request.body['externalId'] === '' ? `asked-${++numbered}` : null
  const body = { ...request.body, ...(externalId === null ? {} : { externalId }) }
  const send = (path: string) => embedding.ask(process, { method: 'POST', path, authorization: `Bearer ${asker.secret}`, body })
  const dry = await send('/api/v1/embed/generate-session/dry-run')
  const minted = await send('/api/v1/embed/generate-session')
  const { sessionId } = minted.body
  return {
    asker,
    request,
    externalId,
    mint: verdictOf(minted),
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    dryRun: dryVerdictOf(dry),
    isAgreed: dry.code === 'outside_key_scope' || dryVerdictOf(dry) === verdictOf(minted),
  }
}

export type Divergence = { asker: string; request: string; expected: string; got: string }

/** Where the service and the oracle disagree, whichever is the more generous. The dry run may be allowed less or more by name only. */
export const divergencesOf = (rules: Rules, asked: Asked[], ground: Fixture): Divergence[] =>
  asked.flatMap(({ asker, request, mint, dryRun }) =>
    [
      { expected: mayMint(rules, asker, request, ground, 'generateSession'), got: mint, request: request.name },
      { expected: mayMint(rules, asker, request, ground, 'dryRunSession'), got: dryRun, request: `${request.name}, dry run` },
    ]
      .filter(({ expected, got }) => expected !== got)
      .map((one) => ({ asker: asker.label, ...one })),
  )

/** What was written, read past everything of ours: sessions that reach further than their key, and traces of refused requests. */
export const readTraces = async (installation: Installation, tenantId: number, asked: Asked[], ground: Fixture) => {
  const minted = asked.flatMap((one) => (one.sessionId === null ? [] : [{ ...one, id: placeOf(one.sessionId).id }]))
  const rows = await installation.sql<{
    id: string
    deployment_id: string
    api_key_id: string
    is_internal: boolean
    embed_tenant: string | null
  }>(
    `select s.id, s.deployment_id, s.api_key_id, s.is_internal, e.name as embed_tenant
     from embed_sessions s left join embed_tenants e on e.tenant_id = s.tenant_id and e.id = s.embed_tenant_id
     where s.tenant_id = $1 and s.id = any ($2::bigint[])`,
    [tenantId, minted.map(({ id }) => id)],
  )
  const stored = new Map(rows.map((row) => [Number(row.id), row]))
  const wrong = minted.filter(({ id, asker, request }) => {
    const row = stored.get(id)
    const { deploymentIds, embedTenants, preset } = asker.scope
    return (
      !row ||
      Number(row.deployment_id) !== ground[request.deployment] ||
      Number(row.api_key_id) !== asker.keyId ||
      row.embed_tenant !== request.embedTenantName ||
      deploymentIds?.includes(Number(row.deployment_id)) === false ||
      embedTenants?.includes(row.embed_tenant ?? '') === false ||
      ((preset === 'mint-only' || embedTenants) && row.is_internal)
    )
  })
  const refused = asked.flatMap(({ mint, externalId }) => (mint !== 'allowed' && externalId !== null ? [externalId] : []))
  const [left] = await installation.sql<{ count: number }>(
    'select count(*)::int as count from external_users where tenant_id = $1 and external_id = any ($2)',
    [tenantId, refused],
  )
  return { minted: minted.length, wronglyMinted: wrong.length, refused: refused.length, leftByRefused: left?.count ?? -1 }
}
