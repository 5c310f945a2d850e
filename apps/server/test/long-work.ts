import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { TemporalOptions } from '#adapters/temporal'

const ask = async (path: string): Promise<string> => {
  const response = await fetch(`${inject('runEngines')}${path}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** The Temporal of this run, which the first to ask starts. */
export const temporalAddress = (): Promise<string> => ask('/temporal')

/** The bundle of the product's workflows, or of the one that tests have; made once for a run. */
export const workflowBundle = (of: 'product' | 'steps'): Promise<string> => ask(`/workflows/${of}`)

/** A namespace of its own on it: nobody else's worker takes its work. */
export const ownTemporal = async (): Promise<TemporalOptions> => ({
  address: await temporalAddress(),
  namespace: `test-${randomBytes(5).toString('hex')}`,
  tls: null,
})
