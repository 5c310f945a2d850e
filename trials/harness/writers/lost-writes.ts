import { type Client, FacetFailure } from '@facet/client'
import type { Installation, Tenant } from '../installation.ts'
import { pause } from '../numbers.ts'
import { type Acknowledged, isPassing, variableName } from './writers.ts'

export type Loss = { inDatabase: number; throughApi: number; doubled: number; rows: number }

// Sealed values are read through the API, so only a sample is.
const maxRead = 400

const sampleOf = <T>(all: T[]): T[] => {
  const step = Math.max(1, Math.ceil(all.length / maxRead))
  return all.filter((_, index) => index % step === 0)
}

const retryPauseMs = 500
const maxTries = 20

/** Repeats a read that fails temporarily. */
const patiently = async <T>(look: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++)
    try {
      return await look()
    } catch (error) {
      if (tries === maxTries || !(error instanceof FacetFailure) || !isPassing(error.status, error.code)) throw error
      await pause(retryPauseMs)
    }
}

const namesShown = async (api: Client): Promise<Map<number, string>> => {
  const shown = new Map<number, string>()
  for await (const { id, name } of api.items('getDeployments', { query: { first: 1000 } })) shown.set(id, name)
  return shown
}

/** Compares confirmed writes with the database, by SQL and through the API. */
export const countLost = async (installation: Installation, tenant: Tenant, api: Client, acknowledged: Acknowledged[]): Promise<Loss> => {
  const rows = await installation.sql<{ id: string; name: string; has_variable: boolean }>(
    `select d.id, d.name, exists (select from env_variables v where v.deployment_id = d.id and v.name = $2) as has_variable
     from deployments d where d.tenant_id = $1`,
    [tenant.tenantId, variableName],
  )
  const stored = new Map(rows.map((row) => [Number(row.id), row]))
  const inDatabase = acknowledged.filter(({ deploymentId, name, hasVariable }) => {
    const row = stored.get(deploymentId)
    return row?.name !== name || (hasVariable && !row.has_variable)
  }).length
  const doubled = rows.length - new Set(rows.map(({ name }) => name)).size

  const shown = await patiently(() => namesShown(api))
  let throughApi = acknowledged.filter(({ deploymentId, name }) => shown.get(deploymentId) !== name).length
  for (const { deploymentId, name } of sampleOf(acknowledged.filter(({ hasVariable, deploymentId: id }) => hasVariable && shown.has(id)))) {
    const { items } = await patiently(() => api.getEnvVariables({ params: { deploymentId } }))
    if (!items.some((variable) => variable.name === variableName && variable.value === name)) throughApi++
  }
  return { inDatabase, throughApi, doubled, rows: rows.length }
}
