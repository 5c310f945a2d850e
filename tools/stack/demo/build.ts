import { until } from '../processes.ts'
import type { Api } from './upload.ts'

type BuildStatus = { status: string; lastHash?: string | null; errorText?: string | null; message?: string }

const timeoutMs = 240_000

const readStatus = async ({ baseUrl, key, headers }: Api, deploymentId: number): Promise<{ isAnswered: boolean; body: BuildStatus }> => {
  const response = await fetch(`${baseUrl}/api/v1/deployments/${deploymentId}/build-status`, {
    headers: { ...headers, authorization: `Bearer ${key}` },
  })
  return { isAnswered: response.ok, body: (await response.json()) as BuildStatus }
}

export type Build = { isBuilt: true } | { isBuilt: false; reason: string }

/** Waits until this commit is what queries are answered from. Where nothing can be built, gives the reason. */
export const awaitBuild = async (api: Api, deploymentId: number, commit: string | null): Promise<Build> => {
  let reason: string | null = null
  await until('building the data model of the demo', timeoutMs, async () => {
    const { isAnswered, body } = await readStatus(api, deploymentId)
    // The build before it, of the starter that every deployment begins with, may still be the newest.
    if (commit !== null && body.lastHash && body.lastHash !== commit) return false
    if (body.status === 'failed' || body.status === 'cancelled')
      throw new Error(`The data model of the demo was not built (${body.status}): ${body.errorText ?? 'pnpm stack logs says more'}`)
    if (!isAnswered || body.status === 'stopped') reason = body.message ?? body.errorText ?? body.status
    return reason !== null || body.status === 'built'
  })
  return reason === null ? { isBuilt: true } : { isBuilt: false, reason }
}
