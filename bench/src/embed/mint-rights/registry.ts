import type { OperationId } from '@facet/contract'
import type { Answer } from '../../harness/caller.ts'
import { type Embedding, placeOf } from '../../harness/embedding.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import type { Divergence } from './matrix.ts'
import type { Pair } from '../../access/keys/credentials.ts'
import { type Asker, isReached, mayCall, type Rules } from './oracle.ts'

type Step = { about: string; operation: OperationId; isReached: boolean; send: () => Promise<Answer> }

const registryId = (sessionId: string): string => {
  const { bucket, id } = placeOf(sessionId)
  return `${bucket}-${id}`
}

/** One key asks about sessions of every deployment and embed tenant; an embed token asks to be renewed. */
export const askRegistry = async (embedding: Embedding, process: FacetProcess, asker: Asker, rules: Rules, pair: Pair) => {
  const divergences: Divergence[] = []
  let calls = 0
  const ask = (method: string, at: string, body?: unknown) =>
    embedding.ask(process, { method, path: at, authorization: `Bearer ${asker.secret}`, ...(body === undefined ? {} : { body }) })
  const revokeAll = (body: object) => ask('POST', '/api/v1/embed/sessions/revoke', body)
  const stepsOn = async (deployment: keyof Pair, embedTenantName: string | null): Promise<Step[]> => {
    const deploymentId = pair[deployment]
    const sessionId = await embedding.session(process, { externalId: 'watched', deploymentId, embedTenantName })
    const path = `/api/v1/embed/sessions/${registryId(sessionId)}`
    const isOne = isReached(rules, asker, { deploymentId, embedTenantName })
    return [
      { about: 'get', operation: 'getEmbedSession', isReached: isOne, send: () => ask('GET', path) },
      { about: 'revoke', operation: 'revokeEmbedSession', isReached: isOne, send: () => ask('DELETE', path) },
      {
        about: 'list',
        operation: 'listEmbedSessions',
        isReached: isOne,
        send: async () => {
          const answer = await ask('GET', '/api/v1/embed/sessions?first=1000')
          const items = (answer.body['items'] ?? []) as { id: string }[]
          const isShown = items.some(({ id }) => id === registryId(sessionId))
          return answer.status === 200 && !isShown ? { ...answer, status: 404, code: 'not shown' } : answer
        },
      },
      {
        about: 'revoke all on',
        operation: 'revokeEmbedSessions',
        isReached: isReached(rules, asker, { deploymentId, embedTenantName: 'all' }),
        send: () => revokeAll({ deploymentId }),
      },
      {
        about: 'revoke all of',
        operation: 'revokeEmbedSessions',
        isReached: isReached(rules, asker, { deploymentId: 'all', embedTenantName }),
        send: () => revokeAll(embedTenantName === null ? { externalId: 'watched' } : { embedTenantName }),
      },
    ]
  }
  for (const deployment of ['inside', 'beside'] as const)
    for (const embedTenantName of ['storefront', 'backoffice', null])
      for (const step of await stepsOn(deployment, embedTenantName)) {
        calls++
        const { status, code } = await step.send()
        const isAllowed = status === 200
        const called = mayCall(rules, asker, step.operation)
        const isExpected = called === 'allowed' && step.isReached
        const expected = called === 'allowed' && !step.isReached ? 'hidden or refused' : called
        // Hidden or refused, as long as it is one of them; where the operation itself is refused, with its code.
        const isRight = isAllowed === isExpected && (called === 'allowed' || code === called)
        if (!isRight)
          divergences.push({
            asker: asker.label,
            request: `${step.about} ${deployment} ${embedTenantName}`,
            expected,
            got: isAllowed ? 'allowed' : code,
          })
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
