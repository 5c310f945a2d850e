import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { createRateLimiter } from '#limits'
import { servedTenant } from './resolve-tenant.ts'

/** Where browsers tell what the policy of the embedded page refused: something on the way to the viewer added what is not ours. */
export const policyReportsPath = '/embed/policy-reports'

/** The headers that name it, beside `report-to csp` in the policy. */
export const reportingHeaders = { 'reporting-endpoints': `csp="${policyReportsPath}"` }

const maxBytes = 65_536
// As many as a line names. To read addresses takes longer than all else that is done with a report.
const maxReports = 10
const maxAddress = 2000
const linesPerSecond = 1

type Refused = { directive: string; blocked: string }

const directiveName = /^[a-z][a-z-]{1,40}$/
const keyword = /^[a-z][a-z-]{1,40}$/

/** Addresses may hold a session, rows or a name: of what was refused the origin is kept, or the word that stands for it. */
const blockedOf = (url: unknown): string => {
  if (typeof url !== 'string' || url.length > maxAddress) return 'unknown'
  if (keyword.test(url)) return url
  if (!URL.canParse(url)) return 'unknown'
  const { origin, protocol } = new URL(url)
  return (origin === 'null' ? protocol : origin).slice(0, 200)
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Anybody may send anything: what is not a report of a refusal is left out. */
export const refusedIn = (sent: unknown): Refused[] => {
  const reports: unknown[] = Array.isArray(sent) ? sent.slice(0, maxReports) : []
  const found = new Map<string, Refused>()
  for (const report of reports) {
    const body = partOf(report, 'body')
    const directive = partOf(body, 'effectiveDirective')
    if (partOf(report, 'type') !== 'csp-violation' || typeof directive !== 'string' || !directiveName.test(directive)) continue
    const blocked = blockedOf(partOf(body, 'blockedURL'))
    found.set(`${directive} ${blocked}`, { directive, blocked })
  }
  return [...found.values()]
}

/** One line a second for each tenant and process, whoever sends how many. What comes beyond is not read. */
export const takePolicyReports = (app: FastifyInstance, { log }: Pick<Services, 'log'>): void => {
  const limiter = createRateLimiter(linesPerSecond, () => 1)
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (limiter.waitOf(servedTenant(request).id) === undefined) done()
    else void reply.status(204).header('connection', 'close').send()
  }
  app.post(policyReportsPath, { bodyLimit: maxBytes, onRequest }, async (request, reply) => {
    const { id: tenantId } = servedTenant(request)
    const refused = refusedIn(request.body)
    if (refused.length > 0 && 'remaining' in limiter.take(tenantId))
      log.warn({ requestId: request.id, tenantId, refused }, 'the policy of the embedded page refused something')
    return reply.status(204).send()
  })
}
