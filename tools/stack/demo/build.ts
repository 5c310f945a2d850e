import { until } from '../processes.ts'
import type { Api } from './upload.ts'

type BuildStatus = { status: string; errorText?: string | null; message?: string }

const timeoutMs = 120_000

const readStatus = async ({ baseUrl, key }: Api, deploymentId: number): Promise<{ isAnswered: boolean; body: BuildStatus }> => {
  const response = await fetch(`${baseUrl}/api/v1/deployments/${deploymentId}/build-status`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { isAnswered: response.ok, body: (await response.json()) as BuildStatus }
}

/** Waits until the newest model of the deployment is what queries are answered from. Where nothing can be built, gives the reason. */
export const awaitBuild = async (api: Api, deploymentId: number): Promise<{ isBuilt: true } | { isBuilt: false; reason: string }> => {
  let reason: string | null = null
  await until('building the data model of the demo', timeoutMs, async () => {
    const { isAnswered, body } = await readStatus(api, deploymentId)
    if (body.status === 'failed' || body.status === 'cancelled')
      throw new Error(`The data model of the demo was not built (${body.status}): ${body.errorText ?? 'pnpm stack logs says more'}`)
    if (!isAnswered || body.status === 'stopped') reason = body.message ?? body.errorText ?? body.status
    return reason !== null || body.status === 'built'
  })
  return reason === null ? { isBuilt: true } : { isBuilt: false, reason }
}
