import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsCoding, matchesEtag } from './negotiation.ts'
import { type ContentCoding, readStaticFolder, type StaticBody, type StaticFile } from './static-folder.ts'

/** A folder of built pages and where they are served: to anybody, under the hosts of tenants. */
export type StaticMount = {
  /** Begins and ends with a slash, such as `/embed/`. There its `index.html` is served. */
  prefix: string
  folder: string
  /** A folder within it whose files have a hash of their content in their names, and so never change: `assets/`. */
  hashedFolder: string
  /** Of every file, in place of what answers of the API have. What a page may load and who may frame it is said by each mount. */
  headers: Readonly<Record<string, string>> & { 'content-security-policy': string }
}

const yearSeconds = 31_536_000
const indexPage = 'index.html'

/** A page names the files of its build, so an old copy of it would ask for files that are gone. */
const cacheControlOf = (path: string, { hashedFolder }: StaticMount): string => {
  if (path.endsWith('.html')) return 'no-store'
  return path.startsWith(hashedFolder) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'
}

const chooseBody = ({ plain, compressed }: StaticFile, accepted: string | undefined): [coding: ContentCoding | null, body: StaticBody] =>
  [...compressed].find(([coding]) => acceptsCoding(accepted, coding)) ?? [null, plain]

/** Sends a file in the best form that the caller takes, with headers in place of what answers of the API have. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): FastifyReply => {
  const [coding, { bytes, etag }] = chooseBody(file, request.headers['accept-encoding'])
  request.facet.ownHeaders = { ...headers, etag, ...(file.compressed.size > 0 ? { vary: 'accept-encoding' } : {}) }
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (coding !== null) reply.header('content-encoding', coding)
  return reply.type(file.contentType).send(bytes)
}

const mountFolder = (app: FastifyInstance, mount: StaticMount): void => {
  const { prefix } = mount
  if (!/^\/([\w-]+\/)+$/.test(prefix)) throw new Error(`Static files are served under a path such as /embed/, not under "${prefix}".`)
  const files = readStaticFolder(mount.folder)
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const file = files.get(path)
    if (!file) {
      reply.callNotFound()
      return reply
    }
    return sendFile(request, reply, file, { ...mount.headers, 'cache-control': cacheControlOf(path, mount) })
  }
  const method = ['GET', 'HEAD']
  app.route<{ Params: { '*': string } }>({
    method,
    url: `${prefix}*`,
    handler: (request, reply) => answer(request, reply, request.params['*']),
  })
  // The router takes both forms for one. Relative addresses in a page are resolved only against the one with the slash.
  app.route({
    method,
    url: prefix.slice(0, -1),
    handler: (request, reply) => {
      const [path = '', query] = request.url.split('?')
      return path.endsWith('/')
        ? answer(request, reply, indexPage)
        : reply.redirect(`${prefix}${query === undefined ? '' : `?${query}`}`, 308)
    },
  })
}

/** Serves folders of built pages beside the API. What is in them is read now: a build that arrives later is served by the next start. */
export const mountStaticFiles = (app: FastifyInstance, mounts: readonly StaticMount[]): void => {
  for (const mount of mounts) mountFolder(app, mount)
}
