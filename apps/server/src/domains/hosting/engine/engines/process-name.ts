import { randomBytes } from 'node:crypto'
import type { EngineSpec } from './types.ts'

/** Of this process alone. Short and plain, since sockets and folders are called by it. */
export const processNameOf = ({ slug, environmentId }: EngineSpec): string => {
  const plain = (slug ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
    .slice(0, 24)
  return `${plain || environmentId}-${randomBytes(5).toString('hex')}`
}
