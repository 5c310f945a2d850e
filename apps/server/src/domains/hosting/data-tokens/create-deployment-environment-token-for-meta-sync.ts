import type { createDeploymentEnvironmentTokenForMetaSync as contract } from '@facet/contract'
import type { Handler } from '#context'
import { createEnvironmentToken } from './create-environment-token.ts'

export const createDeploymentEnvironmentTokenForMetaSync: Handler<typeof contract> = (input, context) =>
  createEnvironmentToken('meta_sync', input, context)
