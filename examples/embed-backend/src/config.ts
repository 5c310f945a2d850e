export type Config = { facetUrl: string; facetKey: string; deploymentId: number; port: number }

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}. \`pnpm connect\` writes a .env with all of them for a stack on this machine.`)
  return value
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => ({
  facetUrl: required(env, 'FACET_URL').replace(/\/+$/, ''),
  facetKey: required(env, 'FACET_MINT_KEY'),
  deploymentId: Number(required(env, 'FACET_DEPLOYMENT_ID')),
  port: Number(env['PORT'] ?? 3000),
})
