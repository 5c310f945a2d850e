import { createSharedSealer, type SharedSealer } from '#secrets'

const key = Buffer.alloc(32, 'recorded')

/** A sealer whose key never changes: histories that were recorded with it open for ever. */
export const fixedSealer = (): SharedSealer =>
  createSharedSealer({ get: async () => key, active: async () => ({ id: 1, key }), refresh: async () => 1 }, 'workflow payloads')
