import { join } from 'node:path'
import { launchChromium } from '@facet/testkit/chromium'
import { createEmbedding } from '../../../harness/embedding.ts'
import { standInProgram } from '../../../harness/gateway/stage.ts'
import { createInstallation } from '../../../harness/installation.ts'
import { type Board, publishCharts, publishWithoutCharts } from './dashboards.ts'
import { startEngine } from './engine.ts'
import { openFront } from './front.ts'
import type { Ground } from './load.ts'

/** Longer than a browser takes between two independent requests. */
const farMs = 250

export type Stage = Ground & { charts: Board; withoutCharts: Board; setFar: (isFar: boolean) => void }

/** Runs the work with the service, two dashboards, a stand-in for the engine, a recording proxy and a browser. */
export const onStage = async <T>(work: (stage: Stage) => Promise<T>): Promise<T> => {
  await using open = new AsyncDisposableStack()
  const installation = await createInstallation({ durable: false, settings: { FACET_LOG_LEVEL: 'warn' } })
  open.defer(installation.close)
  const socketPath = join(installation.folder, 'e.sock')
  const engine = await startEngine(socketPath)
  open.defer(engine.close)
  const facet = await installation.serve({}, [standInProgram, socketPath])
  const tenant = await installation.createTenant('page')
  const embedding = await createEmbedding(installation, facet, tenant)
  open.defer(embedding.close)
  const client = installation.client(facet, tenant)
  let latencyMs = 0
  const front = await openFront({ target: facet.url, host: tenant.host, latencyMs: () => latencyMs })
  open.defer(front.close)
  const browser = await launchChromium()
  open.defer(() => browser.close())
  return await work({
    browser,
    front,
    engine,
    session: () => embedding.session(facet),
    charts: await publishCharts(client, embedding.deploymentId),
    withoutCharts: await publishWithoutCharts(client, embedding.deploymentId),
    setFar: (isFar) => {
      latencyMs = isFar ? farMs : 0
    },
  })
}
