import type { OperationId } from '@facet/contract'
import type { Answer } from '../../harness/caller.ts'
import { type Embedding, placeOf } from '../../harness/embedding.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import type { Divergence } from './matrix.ts'
import { type Asker, mayCall, type Rules } from './oracle.ts'

type Step = { about: string; operation: OperationId; send: () => Promise<Answer> }

const registryId = (sessionId: string): string => {
  const { bucket, id } = placeOf(sessionId)
  return `${bucket}-${id}`
}

const isBeyond = ({ scope }: Asker, embedTenantName: string | null): boolean =>
  Boolean(scope.embedTenants) && !scope.embedTenants?.includes(embedTenantName ?? '')

/** One key asks about sessions of the embed tenant it may mint for and of another; an embed token asks to be renewed. */
export const askRegistry = async (embedding: Embedding, process: FacetProcess, asker: Asker, rules: Rules) => {
  const divergences: Divergence[] = []
  let calls = 0
  for (const embedTenantName of ['storefront', 'backoffice']) {
    const sessionId = await embedding.session(process, { externalId: 'watched', embedTenantName })
    const path = `/api/v1/embed/sessions/${registryId(sessionId)}`
    const ask = (method: string, at: string, body?: unknown) =>
      embedding.ask(process, { method, path: at, authorization: `Bearer ${asker.secret}`, ...(body === undefined ? {} : { body }) })
    const steps: Step[] = [
      { about: 'get', operation: 'getEmbedSession', send: () => ask('GET', path) },
      { about: 'revoke', operation: 'revokeEmbedSession', send: () => ask('DELETE', path) },
      {
        about: 'revoke all of',
        operation: 'revokeEmbedSessions',
        send: () => ask('POST', '/api/v1/embed/sessions/revoke', { embedTenantName }),
      },
      {
        about: 'list',
        operation: 'listEmbedSessions',
        send: async () => {
          const answer = await ask('GET', '/api/v1/embed/sessions?first=1000')
          const items = (answer.body['items'] ?? []) as { embedTenantName?: string }[]
          const isShown = items.some((item) => item.embedTenantName === embedTenantName)
          return answer.status === 200 && !isShown ? { ...answer, status: 404, code: 'not shown' } : answer
        },
      },
    ]
    for (const { about, operation, send } of steps) {
      calls++
      const { status, code } = await send()
      const isAllowed = status === 200
      const called = mayCall(rules, asker, operation)
      const isHidden = rules.has('scoped to embed tenants') && isBeyond(asker, embedTenantName)
      const isExpected = called === 'allowed' && !isHidden
      const expected = called === 'allowed' && isHidden ? 'hidden or refused' : called
      // Hidden or refused, as long as it is one of them; where the operation itself is refused, with its code.
      const isRight = isAllowed === isExpected && (called === 'allowed' || code === called)
      if (!isRight)
        divergences.push({
          asker: asker.label,
          request: `${about} ${embedTenantName}`,
          expected,
          got: isAllowed ? 'allowed' : code,
        })
    }
  }
  const renewing = await embedding.session(process, { externalId: 'framed' })
  const another = await embedding.session(process, { externalId: 'someone-else' })
  for (const [request, sessionId, onEmbed] of [
    ['renew with a session of someone else', another, 'session_mismatch'],
    ['renew', renewing, 'allowed'],
  ] as const) {
    calls++
    const { status, code } = await embedding.ask(process, {
      method: 'POST',
      path: '/api/v1/embed/session/renew',
      authorization: `Bearer ${asker.secret}`,
      body: { sessionId },
    })
    const got = status === 200 ? 'allowed' : code
    const expected = asker.kind === 'embed' ? onEmbed : mayCall(rules, asker, 'renewSession')
    if (got !== expected) divergences.push({ asker: asker.label, request, expected, got })
  }
  return { calls, divergences }
}
