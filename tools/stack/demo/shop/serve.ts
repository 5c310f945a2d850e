import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Client, createClient, FacetFailure } from '@facet/client'
import { buildScript } from '../../../../packages/embed/bin/build-script.ts'
import { companies, type Company, sessionOf } from '../companies.ts'

export type ShopOptions = {
  facetUrl: string
  /** Can mint for the two companies, and nothing else. */
  mintKey: string
  /** Of an administrator: revoking is nothing that a page may. */
  adminKey: string
  deploymentId: number
  publicId: string
}

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, 'browser', name), 'utf8')
const script = async (name: string): Promise<string> => stripTypeScriptTypes(await read(name)).replaceAll(".ts'", ".js'")

type File = [type: string, content: () => Promise<string | Uint8Array>]

const filesOf = ({ facetUrl, publicId }: ShopOptions): Record<string, File> => {
  const facet = JSON.stringify({ url: facetUrl, publicId }).replaceAll('<', String.raw`\u003c`)
  return {
    '/': ['text/html; charset=utf-8', async () => (await read('page.html')).replace('{{facet}}', () => facet)],
    '/page.css': ['text/css', () => read('page.css')],
    '/page.js': ['text/javascript', () => script('page.ts')],
    '/host.js': ['text/javascript', () => script('host.ts')],
    '/host.txt': ['text/plain; charset=utf-8', () => read('host.ts')],
    '/facet-embed.js': ['text/javascript', async () => (await buildScript()).bytes],
  }
}

const send = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))

type Action = (company: Company) => Promise<object>

const actionsOf = (options: ShopOptions, clientOf: (key: string) => Client): Record<string, Action> => ({
  '/api/embed-session': (company) =>
    clientOf(options.mintKey).generateSession({
      body: { ...sessionOf(options.deploymentId, company), userProfile: { displayName: company.viewer } },
    }),
  '/api/revoke': ({ embedTenantName }) => clientOf(options.adminKey).revokeEmbedSessions({ body: { embedTenantName } }),
})

/** A page of another site may make a browser post here: it cannot make it say that it is this one. */
const isOwn = (site: string | string[] | undefined): boolean => site === undefined || site === 'same-origin'

/** The made-up shop of the demo. It has no sign-in: the page says which customer looks, since it shows both. */
export const createShop = (options: ShopOptions): Server => {
  const files = filesOf(options)
  const actions = actionsOf(options, (key) => createClient({ baseUrl: options.facetUrl, key }))
  return createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
      const file = request.method === 'GET' && Object.hasOwn(files, pathname) ? files[pathname] : undefined
      if (file) return void response.writeHead(200, { 'content-type': file[0], 'cache-control': 'no-store' }).end(await file[1]())
      const act = request.method === 'POST' && Object.hasOwn(actions, pathname) ? actions[pathname] : undefined
      const company = companies.find((each) => each.company === searchParams.get('customer'))
      if (!act || !company) return send(response, 404, { message: 'There is nothing here.' })
      if (!isOwn(request.headers['sec-fetch-site'])) return send(response, 403, { message: 'Only the page of the shop asks for this.' })
      return send(response, 200, await act(company))
    }
    answer().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      send(response, 502, { message: 'The dashboard is away.', code: error instanceof FacetFailure ? error.code : 'internal_error' })
    })
  })
}
