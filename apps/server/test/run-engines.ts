import { createServer } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { startTemporal, type TemporalServer } from '@facet/testkit/temporal'
import { bundleWorkflows } from '#adapters/temporal'

/** What one run of tests shares and few tests need: made when it is first asked for. */
export type RunEngines = { url: string; close: () => Promise<void> }

const workflowFiles: Record<string, string> = {
  product: join(import.meta.dirname, '../src/process/generated/workflows.ts'),
  steps: join(import.meta.dirname, 'workflows/steps.workflow.ts'),
}

/** In the process that started the run: every test file asks it over HTTP, whichever process it runs in. */
export const openRunEngines = async (postgresUrl: string, folder: string): Promise<RunEngines> => {
  let temporal: Promise<TemporalServer> | undefined
  const bundles = new Map<string, Promise<string>>()
  const answer = async (path: string): Promise<string> => {
    const [, kind, name = ''] = path.split('/')
    if (kind === 'temporal') {
      temporal ??= startTemporal(join(folder, 'temporal'), postgresUrl)
      return (await temporal).address
    }
    const file = workflowFiles[name]
    if (kind !== 'workflows' || file === undefined) throw new Error(`There is no engine at ${path}.`)
    const bundle = bundles.get(name) ?? bundleWorkflows(file, join(folder, `workflows-${name}.js`))
    bundles.set(name, bundle)
    return bundle
  }
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      (text) => response.end(text),
      (error: unknown) => {
        response.statusCode = 500
        response.end(error instanceof Error ? error.message : String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await Promise.allSettled(bundles.values())
      const [started] = await Promise.allSettled([temporal])
      if (started?.status === 'fulfilled') await started.value?.stop()
    },
  }
}
