export type Config = {
  facetUrl: string
  facetKey: string
  /** Ends sessions and does nothing else. Without it they end by themselves. */
  revokeKey: string | undefined
  deploymentId: number
  /** The public id of the dashboard that the pages show. */
  dashboard: string | undefined
  port: number
}

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}. \`pnpm connect\` writes a .env with all of them for a stack on this machine.`)
  return value
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => ({
  facetUrl: required(env, 'FACET_URL').replace(/\/+$/, ''),
  facetKey: required(env, 'FACET_MINT_KEY'),
  revokeKey: env['FACET_REVOKE_KEY'],
  deploymentId: Number(required(env, 'FACET_DEPLOYMENT_ID')),
  dashboard: env['FACET_DASHBOARD'],
  port: Number(env['PORT'] ?? 3000),
})
