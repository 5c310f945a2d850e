import type { Answer } from './recorder.ts'
import { bearer, given, json, type Stage } from './requests.ts'

/** The id has three public parts before its secret, which may contain the separator. */
const sessionSecret = (sessionId: string): string => sessionId.split('_').slice(3).join('_')

const embedTenantName = 'canary-customer'

/** The requests of an embed flow. */
export const createSessions = ({ recorder, canaries, adminKey, deploymentId }: Stage) => {
  let users = 0
  const sent = (about: string, path: string, body: unknown, headers: Record<string, string>, gives?: (text: string) => string[]) =>
    recorder.ask({ about, method: 'POST', path, headers, body, ...(gives ? { gives } : {}) })
  const mint = async (about: string, more: object = {}): Promise<{ answer: Answer; sessionId: string }> => {
    const body = { deploymentId, externalId: `viewer-${++users}`, ...more }
    const answer = await sent(about, '/api/v1/embed/generate-session', body, bearer(adminKey), given('sessionId'))
    const { sessionId } = json(answer)
    if (typeof sessionId !== 'string') throw new Error(`${about} was answered ${answer.status}: ${answer.text}`)
    canaries.learn('a session', sessionSecret(sessionId))
    return { answer, sessionId }
  }
  const learnToken = (answer: Answer): { answer: Answer; token: string } => {
    const { token } = json(answer)
    if (typeof token !== 'string') throw new Error(`A token was wanted and ${answer.status} came: ${answer.text}`)
    canaries.learn('an embed token', token.slice(token.lastIndexOf('.') + 1))
    return { answer, token }
  }
  const exchange = async (sessionId: string): Promise<{ answer: Answer; token: string }> =>
    learnToken(await sent('an exchange', '/api/v1/embed/session/token', { sessionId }, {}, given('token')))
  const renew = async (token: string, sessionId: string): Promise<{ answer: Answer; token: string }> =>
    learnToken(await sent('a renewal', '/api/v1/embed/session/renew', { sessionId }, bearer(token), given('token')))
  const ask = (about: string, method: string, path: string, credential: string, body?: unknown): Promise<Answer> =>
    recorder.ask({ about, method, path, headers: bearer(credential), ...(body === undefined ? {} : { body }) })
  return { mint, exchange, renew, ask }
}

/** Mints, exchanges, renews and lists sessions. All of it must succeed. */
export const useSessions = async (stage: Stage): Promise<Answer[]> => {
  const { mint, exchange, renew, ask } = createSessions(stage)
  const { adminKey, deploymentId } = stage
  const atOnce = await mint('a mint')
  // New names are created in a transaction of the mint.
  const changing = await mint('a mint that changes the catalog', {
    embedTenantName,
    creatorMode: true,
    groups: ['canaries'],
    groupDefinitions: [{ name: 'canaries' }],
  })
  const first = await exchange(atOnce.sessionId)
  const other = await exchange(changing.sessionId)
  const again = await mint('a mint for a renewal', { externalId: 'viewer-1' })
  const renewed = await renew(first.token, again.sessionId)
  const answers = [atOnce, changing, first, other, again, renewed].map(({ answer }) => answer)
  return [
    ...answers,
    await ask('the deployment of a token', 'GET', `/api/v1/deployments/${deploymentId}`, first.token),
    await ask('the same for the renewed one', 'GET', `/api/v1/deployments/${deploymentId}`, renewed.token),
    await ask('the registry', 'GET', '/api/v1/embed/sessions', adminKey),
    await ask('the public keys', 'GET', '/api/v1/embed/jwks.json', adminKey),
    await ask('an end to all of a customer', 'POST', '/api/v1/embed/sessions/revoke', adminKey, { embedTenantName }),
  ]
}

/** Sends sessions and tokens where the service refuses them. */
export const misuseSessions = async (stage: Stage): Promise<Answer[]> => {
  const { mint, exchange, ask } = createSessions(stage)
  const { adminKey, deploymentId } = stage
  const { sessionId } = await mint('a mint to misuse')
  const { token } = await exchange(sessionId)
  const waiting = await mint('a mint that is not exchanged')
  const path = '/api/v1/embed/session/token'
  return [
    await ask('a second use', 'POST', path, adminKey, { sessionId }),
    await ask('a session with more behind it', 'POST', path, adminKey, { sessionId: `${waiting.sessionId}x` }),
    await ask('a session under another name', 'POST', path, adminKey, { session: waiting.sessionId }),
    await ask('a session where a list belongs', 'POST', path, adminKey, [waiting.sessionId]),
    await ask('a session as a credential', 'GET', '/api/v1/users/me', waiting.sessionId),
    await ask('a session in an address', 'GET', `/api/v1/embed/sessions/${waiting.sessionId}`, adminKey),
    await ask('a session in a query', 'GET', `/api/v1/embed/sessions?after=${waiting.sessionId}&state=${waiting.sessionId}`, adminKey),
    await ask('a token where it may not', 'GET', '/api/v1/api-keys', token),
    await ask('a token in a query', 'GET', `/api/v1/deployments?after=${token}`, adminKey),
    await ask('a token in an address', 'GET', `/api/v1/deployments/${token}`, adminKey),
    await ask('a token with a claim changed', 'GET', `/api/v1/deployments/${deploymentId}`, token.replace('.', '.e')),
    await ask('a token in place of a session', 'POST', path, adminKey, { sessionId: token }),
    await ask('a session in place of a token', 'POST', '/api/v1/embed/session/renew', waiting.sessionId, { sessionId }),
  ]
}

/** Prepares a session and a token to send while the service cannot serve the request. */
export const prepareSessions = async (stage: Stage): Promise<(why: string) => Promise<Answer[]>> => {
  const { mint, exchange, ask } = createSessions(stage)
  const same = { externalId: 'late-viewer' }
  const { token } = await exchange((await mint('a mint for a token in use', same)).sessionId)
  const { sessionId } = await mint('a mint for later', same)
  return async (why) => [
    await ask(`an exchange: ${why}`, 'POST', '/api/v1/embed/session/token', stage.adminKey, { sessionId }),
    await ask(`a renewal: ${why}`, 'POST', '/api/v1/embed/session/renew', token, { sessionId }),
  ]
}
