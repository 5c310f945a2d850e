import type { FacetProcess, Installation, Settings } from '../../../harness/installation.ts'

const advice = 'Run facet restored'

/** Starts `facet serve`. Returns null when the process exited and advised to run `facet restored`. */
export const serveUnlessRefused = async (installation: Installation, settings: Settings = {}): Promise<FacetProcess | null> => {
  try {
    return await installation.serve(settings)
  } catch (error) {
    if (error instanceof Error && error.message.includes(advice)) return null
    throw error
  }
}

export const isRefusedByDoctor = async (installation: Installation, settings: Settings): Promise<boolean> => {
  const said = await installation.facet(['doctor'], settings).catch((error: unknown) => (error as { stdout?: string }).stdout ?? '')
  return said.includes(advice)
}
