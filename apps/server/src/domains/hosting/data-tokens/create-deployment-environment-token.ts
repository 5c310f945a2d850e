import type { createDeploymentEnvironmentToken as contract } from '@facet/contract'
import type { Handler } from '#context'
import { createEnvironmentToken } from './create-environment-token.ts'

export const createDeploymentEnvironmentToken: Handler<typeof contract> = (input, context) =>
  createEnvironmentToken('environment', input, context)
