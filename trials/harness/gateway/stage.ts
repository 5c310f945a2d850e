import { join } from 'node:path'
import { createEmbedding, type Embedding } from '../embedding.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../installation.ts'

export const apiSecret = 'the secret of a deployment, which its owner signs with'

/** A deployment whose data API can be asked. */
export type Place = { tenant: Tenant; embedding: Embedding; deploymentId: number; slug: string }

export type Stage = {
  installation: Installation
  backend: FacetProcess
  gateway: FacetProcess
  own: Place
  /** A proxy for the same engine that does nothing else. */
  serveBare: () => Promise<FacetProcess>
  addPlace: (name: string) => Promise<Place>
  close: () => Promise<void>
}

const program = (file: string): string => join(import.meta.dirname, file)

/** `facet serve` with a stand-in for all engines. Takes the socket file of the stand-in. */
export const standInProgram = program('gateway-server.ts')

export const createStage = async (): Promise<Stage> => {
  const installation = await createInstallation({ durable: false, settings: { FACET_LOG_LEVEL: 'warn' } })
  try {
    const socketPath = join(installation.folder, 'e.sock')
    const backend = await installation.serve({}, [program('backend.ts'), socketPath])
    const gateway = await installation.serve({}, [standInProgram, socketPath])
    const addPlace = async (name: string): Promise<Place> => {
      const tenant = await installation.createTenant(name)
      const embedding = await createEmbedding(installation, gateway, tenant)
      const { deploymentId } = embedding
      await installation.client(gateway, tenant).setEnvVariables({
        params: { deploymentId },
        body: { env_variables: [{ name: 'CUBEJS_API_SECRET', value: `${apiSecret} ${name}` }] },
      })
      const [row] = await installation.sql<{ slug: string }>('select slug from deployments where id = $1', [deploymentId])
      return { tenant, embedding, deploymentId, slug: row?.slug ?? '' }
    }
    const own = await addPlace('own')
    return {
      installation,
      backend,
      gateway,
      own,
      addPlace,
      serveBare: () => installation.serve({}, [program('bare-proxy.ts'), socketPath]),
      close: async () => {
        own.embedding.close()
        await installation.close()
      },
    }
  } catch (error) {
    await installation.close()
    throw error
  }
}

export const loadPath = ({ slug }: Place, query = ''): string => `/deployment/${slug}/cubejs-api/v1/load${query}`
