import type { Client } from '@facet/client'
import { type OperationShape, operations } from '@facet/contract'
import { expect, it, vi } from 'vitest'
import { deriveRequests } from './derived-requests.ts'

const shape = (id: string, method: OperationShape['method'], path: OperationShape['path'], body?: unknown): OperationShape => ({
  ...operations.getSpec,
  id,
  method,
  path,
  example: { body, returns: {} },
})
const createTheme = shape('createTheme', 'POST', '/api/v1/deployments/{deploymentId}/themes', { name: 'dark', hue: 3 })
const getTheme = shape('getTheme', 'GET', '/api/v1/deployments/{deploymentId}/themes/{themeId}')

it('makes what a path names by the operation that creates it', async () => {
  const createOne = vi.fn<(input: unknown) => Promise<{ id: number }>>(async () => ({ id: 7 }))
  const api = { createTheme: createOne } as unknown as Client
  const ground = { api, deploymentId: async () => 11, embedTenantName: 'acme', next: () => '1' }
  const prepared = deriveRequests([createTheme, getTheme], {}, ground) as Record<string, () => Promise<unknown>>

  expect(await prepared['getTheme']?.()).toEqual({ params: { deploymentId: 11, themeId: 7 } })
  expect(createOne).toHaveBeenCalledExactlyOnceWith({ params: { deploymentId: 11 }, body: { name: 'stand-1', hue: 3 } })
  expect(Object.keys(prepared)).toEqual(['getTheme'])
})

it('says what to write where nothing creates it', () => {
  const ground = { api: {} as Client, deploymentId: async () => 11, embedTenantName: 'acme', next: () => '1' }

  expect(() => deriveRequests([getTheme], {}, ground)).toThrow(
    'no operation POST /api/v1/deployments/{deploymentId}/themes makes what {themeId} names. Add "getTheme" to prepareRequests in trials/claims/input/fuzz/prepared.ts.',
  )
})
