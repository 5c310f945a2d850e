import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createOutbound } from '#adapters/outbound'
import { type GitServer, nodeScriptInside, sandboxOfFile, startGitServer } from '#test'
import { openPackageGuard } from './index.ts'

const token = 'canary-token-9a41'
const sandbox = sandboxOfFile()
const outbound = createOutbound({ allowPrivateHosts: ['git.facet.test', 'other.facet.test'], lookup: async () => ['127.0.0.1'] })
let server: GitServer
let other: GitServer
const seen: string[] = []

beforeAll(async () => {
  server = await startGitServer({
    token,
    intercept: ({ url = '', headers: { authorization = '' } }, response) => {
      const type = url.startsWith('/page') ? 'text/plain' : 'application/x-git-upload-pack-advertisement'
      if (url.startsWith('/page')) response.writeHead(200, { 'content-type': type }).end(authorization)
      else if (url.startsWith('/header')) response.writeHead(500, { 'x-said': authorization }).end(authorization)
      else if (url.startsWith('/moved')) response.writeHead(302, { location: `https://other.facet.test:${other.port}/a` }).end()
      else return false
      return true
    },
  })
  other = await startGitServer({
    host: 'other.facet.test',
    intercept: ({ headers }) => {
      seen.push(JSON.stringify(headers))
      return false
    },
  })
  await (await server.addRepository('private.git')).commit('main', { 'a.sql': 'select 1' })
  await (await other.addRepository('public.git')).commit('main', { 'a.sql': 'select 1' })
})
afterAll(() => Promise.all([server.close(), other.close()]))

/** Asks the guard for each path from inside, and tells what came back. */
const asking = async (requests: [method: string, path: string][], caFile: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-guard-'))
  const hosts = [
    { host: 'git.facet.test', port: server.port, token: { user: 'git', token } },
    { host: 'other.facet.test', port: other.port },
  ]
  const guard = await openPackageGuard({ outbound, caFile, hosts, folder, signal: new AbortController().signal })
  onTestFinished(async () => {
    await guard.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const script = `
    const { request } = require('node:http')
    const ask = ([method, path]) => new Promise((done) => {
      const asked = request({ host: ${JSON.stringify(guard.egress.host)}, port: ${guard.egress.port}, method, path, headers: { authorization: 'Basic mine' } }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => { text += chunk }).on('end', () => done([answer.statusCode, JSON.stringify(answer.headers) + text]))
      })
      asked.on('error', (error) => done([0, error.message]))
      asked.end()
    })
    ;(async () => { const all = []; for (const one of ${JSON.stringify(requests)}) all.push(await ask(one)); console.log(JSON.stringify(all)) })()`
  const { stdout } = await sandbox().run(nodeScriptInside(script, { egress: [guard.egress] }))
  return { answers: JSON.parse(stdout.toString()) as [number, string][], refusals: guard.refusals }
}

const refs = '/info/refs?service=git-upload-pack'

it('reads a repository of a declared host with the credential, and shows nothing of it inside', async () => {
  const { answers } = await asking([['GET', `/git.facet.test:${server.port}/private.git${refs}`]], server.caFile)

  expect(answers[0]?.[0]).toBe(200)
  expect(answers[0]?.[1]).toContain('refs/heads/main')
  expect(answers[0]?.[1]).not.toContain(token)
})

it('lends the credential to nobody else, and for nothing but reading', async () => {
  const at = `/git.facet.test:${server.port}`
  const { answers, refusals } = await asking(
    [
      ['GET', `${at}/private.git/info/refs?service=git-receive-pack`],
      ['POST', `${at}/private.git/git-receive-pack`],
      ['GET', `${at}/api/v1/user`],
      ['GET', `${at}/page${refs}`],
      ['GET', `${at}/header${refs}`],
      ['GET', `${at}/moved${refs}`],
      ['GET', `/git.facet.test:${server.port}@other.facet.test:${other.port}/public.git${refs}`],
      ['GET', `/elsewhere.example.com/x.git${refs}`],
      ['GET', `/localhost:${server.port}/private.git${refs}`],
      ['GET', `/git.facet.test:1/private.git${refs}`],
      ['GET', `//git.facet.test:${server.port}/private.git${refs}`],
      ['PUT', `${at}/private.git${refs}`],
      ['GET', `${at}/echo?then=/private.git${refs}`],
      ['GET', `${at}/echo?service=git-upload-pack&x=/info/refs?service=git-upload-pack`],
      ['POST', `${at}/echo?then=/git-upload-pack`],
      ['POST', `${at}/echo?then=/private.git/git-upload-pack`],
    ],
    server.caFile,
  )
  const asked = server.requests.filter((line) => /receive-pack|api\/v1|echo/.test(line))

  expect(answers.map(([status]) => status)).toEqual(answers.map(() => 403))
  const secret = Buffer.from(`git:${token}`).toString('base64')
  expect(answers.filter(([, text]) => text.includes(token) || text.includes(secret))).toEqual([])
  expect(asked).toEqual([])
  expect(refusals.join(' ')).toContain('elsewhere.example.com:443 is not one that packages may be fetched from')
  expect(refusals.join(' ')).toContain('holds a user or a token')
  expect(refusals.join(' ')).not.toContain(token)
})

it('asks another host without a credential, neither ours nor one that was made up inside', async () => {
  seen.length = 0
  const { answers } = await asking([['GET', `/other.facet.test:${other.port}/public.git${refs}`]], other.caFile)

  expect(answers[0]?.[0]).toBe(200)
  expect(seen).toHaveLength(1)
  expect(seen.join(' ')).not.toContain('authorization')
})
