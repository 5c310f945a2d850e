import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, type PlainPage, plainPage } from './plain-page.ts'

const normalOrigin = (address: string): string | null => URL.parse(address)?.origin ?? null

/** The origin of the page around a frame, where the browser sends it. Such documents send none themselves. */
const framingOrigin = ({ headers }: FastifyRequest): string | null => {
  const origin = headers['sec-fetch-dest'] === 'iframe' ? normalOrigin(headers.referer ?? '') : null
  return origin === 'null' ? null : origin
}

/** By the rule of `frame-ancestors`: an origin that is listed with http is allowed with https too. */
const isAllowed = (origin: string, embedOrigins: readonly string[]): boolean => {
  const allowed = new Set(embedOrigins.map(normalOrigin))
  return allowed.has(origin) || allowed.has(normalOrigin(origin.replace(/^https:/, 'http:')))
}

/** The origin of a host page that may not frame this tenant's pages; null if it may, or is not known. */
export const refusedOrigin = (request: FastifyRequest, embedOrigins: readonly string[]): string | null => {
  const origin = framingOrigin(request)
  return origin === null || isAllowed(origin, embedOrigins) ? null : origin
}

// `Refused` of the protocol of @facet/embed.
const script = `const{problem,target}=document.body.dataset;parent.postMessage({protocol:'facet-embed/1',type:'refused',problem:JSON.parse(problem)},target)`

const refusal = (origin: string, requestId: string): PlainPage => {
  const message = `${origin} is not in embedOrigins. An administrator adds it in the tenant settings.`
  const problem = { code: 'origin_not_allowed', message, retryable: false, requestId }
  return plainPage({
    title: 'Dashboard not available',
    attributes: `data-target="${escapeHtml(origin)}" data-problem="${escapeHtml(JSON.stringify(problem))}"`,
    body: `<h1>This page may not show the dashboard</h1><p>${escapeHtml(message)}</p><p class="dim">Code: origin_not_allowed · Request: ${escapeHtml(requestId)}</p>`,
    script,
    // Nothing in it is of the tenant or can be clicked. A browser that blocked it would leave the host without a reason.
    framedBy: '*',
  })
}

/** Answers in place of a page that the browser would block: names the origin in the frame, and reports it to the SDK around. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply => {
  const { html, policy } = refusal(origin, request.id)
  request.facet.ownHeaders = { 'content-security-policy': policy }
  return reply.status(403).type('text/html; charset=utf-8').send(html)
}
