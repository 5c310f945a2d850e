import type { Answer, Ask } from './ask.ts'
import { bad, type Finding, good, note } from './finding.ts'
import { askWidgets, type ShownDashboard } from './widgets.ts'

type Token = { token?: unknown; expires_in?: unknown }
type Bootstrap = Token & { dashboard: ShownDashboard; viewer: { displayName: string | null; embedTenantName: string | null } }
type Claims = { sub?: unknown; deploymentId?: unknown }

/** What the token says of itself. It is not a check: the service judges it with every request. */
const claimsOf = (token: string): Claims => {
  const bytes = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(bytes) as Claims
}

const post = (body: object, token?: string): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
})

const refusal = (about: string, { status, code, message }: Answer): Finding => bad(about, `${status} ${code ?? ''}: ${message}`)

const judgeToken = (token: string, { expires_in: seconds }: Token): Finding => {
  const { sub, deploymentId } = claimsOf(token)
  return good('Token', `Of user ${String(sub)} in deployment ${String(deploymentId)}; it ends in ${String(seconds)} s.`)
}

// A line that was sent at once is here sooner, whatever the way; what takes longer was held back.
const heldBackMs = 5000

/** Whether lines of a stream come as they are sent: a proxy that collects them keeps frames from hearing of a revocation. */
const judgeStream = async ({ lines }: Ask, token: string): Promise<Finding> => {
  const startedMs = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), heldBackMs)
  try {
    const init = { headers: { authorization: `Bearer ${token}` }, signal: controller.signal }
    for await (const line of lines('the stream of the session', '/api/v1/embed/session/watch', init)) {
      const { type } = line as { type?: unknown }
      return good('Stream', `The first line (${String(type)}) came after ${Math.round(performance.now() - startedMs)} ms.`)
    }
    return bad('Stream', 'It ended before its first line.')
  } catch (error) {
    if (controller.signal.aborted)
      return bad(
        'Stream',
        `Nothing came within ${heldBackMs / 1000} s: a proxy holds lines back. It must not buffer answers with "X-Accel-Buffering: no".`,
      )
    return bad('Stream', (error as Error).message)
  } finally {
    clearTimeout(timer)
  }
}

const exchangeAlone = async (ask: Ask, sessionId: string): Promise<Finding[]> => {
  const answer = await ask.json('the exchange of the session', '/api/v1/embed/session/token', post({ sessionId }))
  const { token } = (answer.body ?? {}) as Token
  if (typeof token !== 'string') return [refusal('Session', answer)]
  return [
    judgeToken(token, answer.body as Token),
    await judgeStream(ask, token),
    note('Dashboard', 'None was named. Add ?dashboard=<public id> to the address to test whether this user sees it.'),
  ]
}

const openDashboard = async (ask: Ask, sessionId: string, dashboardPublicId: string): Promise<Finding[]> => {
  const answer = await ask.json('the dashboard', '/api/v1/embed/bootstrap', post({ sessionId, dashboardPublicId }))
  const { token, dashboard, viewer } = (answer.body ?? {}) as Bootstrap
  if (typeof token !== 'string') return [refusal(answer.code?.startsWith('session_') ? 'Session' : 'Dashboard', answer)]
  return [
    judgeToken(token, answer.body as Token),
    good(
      'User',
      `${viewer.displayName ?? 'Without a name'}, ${viewer.embedTenantName === null ? 'of no embed tenant' : `of the embed tenant ${viewer.embedTenantName}`}.`,
    ),
    good('Dashboard', `Seen, version ${dashboard.versionId}.`),
    await judgeStream(ask, token),
    ...(await askWidgets(ask, token, dashboardPublicId, dashboard)),
  ]
}

/** Uses the session up, which works once. */
export const spendSession = (ask: Ask, sessionId: string, dashboardPublicId: string | null): Promise<Finding[]> =>
  dashboardPublicId === null ? exchangeAlone(ask, sessionId) : openDashboard(ask, sessionId, dashboardPublicId)
