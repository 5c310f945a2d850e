import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createBackend } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, createServer, loadConfigFromFile, type ProxyOptions } from 'vite'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..')
const configFile = join(root, 'vite.config.ts')
const typescript = join(root, '../../node_modules/typescript/bin/tsc')

it('holds to the types of the SDK', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [typescript, '-p', root]).catch(
    (error: unknown) => error as { stdout: string },
  )

  expect(stdout).toBe('')
})

it('is built to files that a browser can run', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'facet-embed-react-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const [script] = globSync('assets/*.js', { cwd: outDir })

  expect(readFileSync(join(outDir, 'index.html'), 'utf8')).toContain(script)
  expect(readFileSync(join(outDir, script ?? ''), 'utf8')).toContain('facet-embed/1')
})

it('keeps the sign-ins of its two customers apart in one browser', async () => {
  const asked: string[] = []
  const backend = createBackend(({ url = '' }, response) => {
    asked.push(url)
    response.setHeader('set-cookie', 'login=1; HttpOnly; Path=/').end('{}')
  })
  await new Promise<void>((resolve) => backend.listen(0, 'localhost', resolve))
  const target = `http://localhost:${(backend.address() as AddressInfo).port}`
  const { config } = (await loadConfigFromFile({ command: 'serve', mode: 'test' }, configFile)) ?? {}
  const proxy = Object.entries((config?.server?.proxy ?? {}) as Record<string, ProxyOptions>).map(([path, to]) => [path, { ...to, target }])
  const server = await createServer({
    ...config,
    configFile: false,
    logLevel: 'error',
    server: { host: 'localhost', port: 0, proxy: Object.fromEntries(proxy) as Record<string, ProxyOptions> },
  })
  onTestFinished(async () => {
    await server.close()
    backend.close()
  })
  await server.listen()
  const cookies: (string | null)[] = []
  for (const path of ['/acme', '/globex'])
    cookies.push(
      (await fetch(`${server.resolvedUrls?.local[0]}${path.slice(1)}/api/login?user=x`, { method: 'POST' })).headers.get('set-cookie'),
    )

  expect(cookies).toEqual(['login=1; HttpOnly; Path=/acme', 'login=1; HttpOnly; Path=/globex'])
  expect(asked).toEqual(['/api/login?user=x', '/api/login?user=x'])
})
