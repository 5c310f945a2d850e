import type { FastifyInstance } from 'fastify'
import { escapeHtml, plainPage } from './plain-page.ts'

const linkTo = (href: string, title: string, about: string): string =>
  `<li><a href="${escapeHtml(href)}"><strong>${title}</strong>${about}</a></li>`
const note = (title: string, about: string): string => `<li><div><strong>${title}</strong>${about}</div></li>`

const demoItem = (demoUrl: string | null): string =>
  demoUrl === null
    ? note('Demo', 'In a checkout, <code>pnpm stack up --demo</code> starts one, and prints its address.')
    : linkTo(demoUrl, 'Demo', 'One dashboard, embedded for two customers side by side.')

const bodyWith = (demoUrl: string | null): string => `<h1>Facet is running</h1>
<p>Facet is an open-source control plane for the Cube semantic layer: data models, dashboards, and embedding them in your product.</p>
<p class="dim">This version has no console. Use the API with an administrator’s key.</p>
<ul>${demoItem(demoUrl)}
${linkTo('/embed/doctor', 'Embed doctor', 'Finds out why a dashboard does not show in your page.')}
${linkTo('/readyz', 'Status', 'Whether this service can answer requests, and which parts are missing.')}
${note('API', '<code>GET /api/v1/spec</code> returns the OpenAPI document.')}</ul>`

/** For people who open the address of the service in a browser. The same for everybody, under any host name. */
export const serveStartPage = (app: FastifyInstance, demoUrl: string | null): void => {
  const { html, policy } = plainPage({ title: 'Facet', body: bodyWith(demoUrl), framedBy: "'none'" })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    config: { isPublic: true },
    handler: (request, reply) => {
      request.facet.ownHeaders = { 'content-security-policy': policy }
      return reply.type('text/html; charset=utf-8').send(html)
    },
  })
}
