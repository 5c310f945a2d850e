import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import { reportingHeaders } from './policy-reports.ts'
import { refusedOrigin, sendRefusal } from './refused-frame.ts'
import { servedTenant } from './resolve-tenant.ts'
import { safeHeaders } from './safe-headers.ts'
import { mountStaticFiles, sendFile } from './static-files.ts'
import { readStaticFolder, type StaticFile } from './static-folder.ts'

const documentName = 'index.html'

/** Scripts written into the document, as the policy allows them: by the hash of each, so that no other runs. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)

const ancestors = (origins: readonly string[]): string => (origins.length === 0 ? "'none'" : origins.join(' '))

/** What a tenant has set. */
type Allowed = { embedOrigins: readonly string[]; fontOrigins: readonly string[] }

/** What the page may load, and who may frame it: pages of the named origins, or none. */
const policyOf = (scripts: readonly string[], { embedOrigins, fontOrigins }: Allowed): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    // Pictures of users come from wherever their application keeps them.
    "img-src 'self' data: blob: https:",
    ["font-src 'self'", ...fontOrigins].join(' '),
    "connect-src 'self'",
    "frame-src 'self'",
    `frame-ancestors ${ancestors(embedOrigins)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types facet dompurify',
    'report-to csp',
  ].join('; ')

/**
 * Of frames in which charts of creators and HTML reports are drawn. Whatever runs there has no origin, also where it is opened by itself,
 * and loads nothing. They are framed by the page, which in turn is framed by the origins. Templates of reports become code (`more`).
 */
const opaquePolicyOf = (more: readonly string[], scripts: readonly string[], { embedOrigins }: Allowed): string =>
  [
    "default-src 'none'",
    ['script-src', ...scripts, ...more].join(' '),
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    `frame-ancestors ${ancestors(embedOrigins.length === 0 ? [] : ["'self'", ...embedOrigins])}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
  ].join('; ')

const nothingAllowed: Allowed = { embedOrigins: [], fontOrigins: [] }

const notBuilt = (): Failure =>
  new Failure('page_not_built', 'The embedded page was not built. Run pnpm build:web in the checkout and start the service again.')

type Document = {
  addresses: readonly string[]
  name: string
  headers: Readonly<Record<string, string>>
  policyOf: (scripts: readonly string[], allowed: Allowed) => string
  /** Framed by pages of a host, and not by the page alone. */
  isOuter?: boolean
}

// A page shows several frames of one kind: asked for again, they are said to be as they were, under the policy that holds then.
const askedAgain = { 'cache-control': 'private, no-cache' }
const asPage = { ...reportingHeaders, 'cache-control': 'no-store' }

/** The page itself, the one that says why it does not work where it is framed, and the frames inside of it. */
const documents: readonly Document[] = [
  {
    addresses: ['/embed/dashboard/:publicId', '/embed/d/:deploymentId/dashboard/:publicId'],
    name: documentName,
    headers: asPage,
    policyOf,
    isOuter: true,
  },
  { addresses: ['/embed/doctor'], name: 'doctor.html', headers: asPage, policyOf, isOuter: true },
  {
    addresses: ['/embed/html-frame'],
    name: 'html-frame.html',
    headers: askedAgain,
    policyOf: (...of) => opaquePolicyOf(["'unsafe-eval'"], ...of),
  },
  { addresses: ['/embed/chart-frame'], name: 'chart-frame.html', headers: askedAgain, policyOf: (...of) => opaquePolicyOf([], ...of) },
]

const mountDocument = (app: FastifyInstance, services: Services, document: Document, file: StaticFile | undefined): void => {
  const scripts = inlineScripts(file?.plain.bytes.toString() ?? '')
  for (const url of document.addresses)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        if (!file) throw notBuilt()
        const allowed = (await services.embed.settings.find(servedTenant(request).id, '')) ?? nothingAllowed
        const refused = document.isOuter ? refusedOrigin(request, allowed.embedOrigins) : null
        if (refused !== null) return sendRefusal(request, reply, refused)
        return sendFile(request, reply, file, {
          ...document.headers,
          'content-security-policy': document.policyOf(scripts, allowed),
        })
      },
    })
}

/**
 * The document is the same for everybody and asks nothing of the session in its address: whoever fetches addresses ahead of people must
 * not use it up. Only who may frame it is the tenant's, so it is never stored; the frames inside of it hold no address and are, to be asked for again.
 */
export const mountEmbedPage = (app: FastifyInstance, services: Services, folder: string): void => {
  const files = existsSync(join(folder, documentName)) ? readStaticFolder(folder) : new Map<string, StaticFile>()
  for (const document of documents) mountDocument(app, services, document, files.get(document.name))
  if (files.size === 0) return
  const { 'content-security-policy': nothing } = safeHeaders
  const assets = { prefix: '/embed/assets/', folder: join(folder, 'assets'), hashedFolder: '' }
  mountStaticFiles(app, [{ ...assets, headers: { 'content-security-policy': nothing } }])
}
