import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import { safeHeaders } from './safe-headers.ts'
import { mountStaticFiles, sendFile } from './static-files.ts'
import { readStaticFolder, type StaticFile } from './static-folder.ts'

/** The page itself, and the one that says why it does not work where it is framed. */
const documents = [
  { name: 'index.html', addresses: ['/embed/dashboard/:publicId', '/embed/d/:deploymentId/dashboard/:publicId'] },
  { name: 'doctor.html', addresses: ['/embed/doctor'] },
]

/** Scripts written into the document, as the policy allows them: by the hash of each, so that no other runs. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)

/** What the page may load, and who may frame it: pages of the named origins, or none. */
const policyOf = (scripts: readonly string[], origins: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    // Pictures of users come from wherever their application keeps them.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types facet dompurify',
  ].join('; ')

const notBuilt = (): Failure =>
  new Failure('page_not_built', 'The embedded page was not built. Run pnpm build:web in the checkout and start the service again.')

/**
 * The document is the same for everybody and asks nothing of the session in its address: whoever fetches addresses ahead of people must
 * not use it up. Only who may frame it is the tenant's, so it is never stored.
 */
const mountDocument = (app: FastifyInstance, services: Services, document: StaticFile | undefined, addresses: readonly string[]): void => {
  const scripts = inlineScripts(document?.plain.bytes.toString() ?? '')
  for (const url of addresses)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        if (!document) throw notBuilt()
        const settings = await services.embed.settings.find(request.facet.tenant?.id ?? 0, '')
        return sendFile(request, reply, document, {
          'cache-control': 'no-store',
          'content-security-policy': policyOf(scripts, settings?.embedOrigins ?? []),
        })
      },
    })
}

/** Serves the page that customers see in a frame. */
export const mountEmbedPage = (app: FastifyInstance, services: Services, folder: string): void => {
  const files = existsSync(folder) ? readStaticFolder(folder) : new Map<string, StaticFile>()
  for (const { name, addresses } of documents) mountDocument(app, services, files.get(name), addresses)
  if (!files.has('index.html')) return
  const { 'content-security-policy': nothing } = safeHeaders
  const assets = { prefix: '/embed/assets/', folder: join(folder, 'assets'), hashedFolder: '' }
  mountStaticFiles(app, [{ ...assets, headers: { 'content-security-policy': nothing } }])
}
