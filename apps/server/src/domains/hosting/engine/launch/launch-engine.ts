import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnginePrograms, InstalledEngine } from '#adapters/cube'
import { type Egress, listenerInside, openListener, type Sandbox } from '#adapters/sandbox'
import { type Artifacts, createRedactor } from '../builds/index.ts'
import { type EmbedPolicy, engineHeadBytes, type EngineSpec, type Launch, type LaunchedEngine } from '../engines/index.ts'
import { createContextSigner } from './context-signer.ts'
import { cubeCommand } from './cube-command.ts'
import { onLines } from './lines.ts'
import { type Warehouse, warehousesOf, withEgressNames } from './warehouses.ts'

export type EngineVariables = { values: Record<string, string>; embedWithoutPolicy: EmbedPolicy }

export type LaunchParts = {
  sandbox: Pick<Sandbox, 'start'>
  programs: EnginePrograms
  /** Throws when the version is not installed on this node. */
  getEngine: (version: string) => InstalledEngine
  artifacts: Pick<Artifacts, 'open'>
  readVariables: (spec: EngineSpec) => Promise<EngineVariables>
  /** The guard: it judges every address before it dials. */
  dial: (warehouse: Warehouse) => Egress['dial']
  /** Ours alone. Short: the path of a socket has at most 107 bytes. */
  socketFolder: string
  memoryBytes: number
  /** Hears why a socket file that nobody needs any more could not be removed. */
  onProblem: (problem: unknown) => void
}

/**
 * Starts the engine process of a build behind walls: its own model and variables, its own warehouses, and one socket on which the
 * gateway asks it: made here, and handed in, so that it has no place outside to write to and cannot say where it is asked. The key that signs for it is made here and nowhere kept.
 */
export const createLaunch =
  (parts: LaunchParts): Launch =>
  async (spec, name, signal, onLine): Promise<LaunchedEngine> => {
    const engine = parts.getEngine(spec.engineVersion)
    const artifact = await parts.artifacts.open({ tenantId: spec.tenantId, ...spec.artifact }, signal)
    const socketPath = join(parts.socketFolder, randomBytes(6).toString('hex'))
    const clear = async (): Promise<void> => {
      artifact.release()
      await rm(socketPath, { force: true }).catch(parts.onProblem)
    }
    try {
      const { values, embedWithoutPolicy } = await parts.readVariables(spec)
      const signer = createContextSigner(name)
      const redact = createRedactor(values)
      const command = cubeCommand({
        programs: parts.programs,
        engine,
        program: 'serve',
        project: artifact.project,
        variables: withEgressNames(values),
        own: {
          FACET_SOCKET: `fd:${listenerInside}`,
          FACET_ENGINE_PUBLIC_KEY: JSON.stringify(signer.publicKey),
          FACET_ENGINE_AUDIENCE: name,
          FACET_EMBED_POLICY: embedWithoutPolicy,
          FACET_MAX_HEAD_BYTES: String(engineHeadBytes),
        },
        memoryBytes: parts.memoryBytes,
        cpuSeconds: null,
      })
      signal.throwIfAborted()
      const egress = warehousesOf(values).map((warehouse) => ({ ...warehouse, dial: parts.dial(warehouse) }))
      const listener = await openListener(socketPath)
      const process = await parts.sandbox.start({ ...command, egress, listener }).finally(listener.close)
      onLines(process.stdout, redact, onLine)
      onLines(process.stderr, redact, onLine)
      void process.exited.then(clear, clear)
      return { socketPath, process, sign: signer.sign, redact }
    } catch (error) {
      await clear()
      throw error
    }
  }
