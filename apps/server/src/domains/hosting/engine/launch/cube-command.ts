import { compiledIn, type EnginePrograms, type InstalledEngine } from '#adapters/cube'
import { nodeInside, type SandboxCommand } from '#adapters/sandbox'

const bytesPerMb = 1_048_576
const engineInside = '/engine'

export type CubeCommandParts = {
  programs: EnginePrograms
  engine: Pick<InstalledEngine, 'folder' | 'isCompiled'>
  program: 'compile' | 'serve' | 'testConnection'
  /** The data model and `cube.js`, as a build wrote them. */
  project: string
  /** Of the deployment. What the platform says goes over them. */
  variables: Record<string, string>
  own: Record<string, string>
  memoryBytes: number
  cpuSeconds: number | null
}

/** The heap is kept below the limit of the process: V8 then says that memory is short instead of being killed. */
const heapMb = (memoryBytes: number): number => Math.max(128, Math.floor((memoryBytes * 0.7) / bytesPerMb))

/** A program of ours with Cube, on files that are somebody else's code: everything is read-only but /tmp and what is added here. */
export const cubeCommand = ({
  programs,
  engine,
  program,
  project,
  variables,
  own,
  memoryBytes,
  cpuSeconds,
}: CubeCommandParts): SandboxCommand => ({
  command: nodeInside,
  args: [`--max-old-space-size=${heapMb(memoryBytes)}`, '--disable-warning=ExperimentalWarning', `/cube/${programs[program]}`],
  env: {
    ...variables,
    ...own,
    // Whatever the deployment says: it is read-only there, so that no model leaves anything for another.
    ...(engine.isCompiled ? { NODE_COMPILE_CACHE: compiledIn(engineInside), NODE_COMPILE_CACHE_PORTABLE: '1' } : {}),
    NODE_PATH: `${engineInside}/node_modules`,
    FACET_ENGINE_FOLDER: engineInside,
    FACET_MODEL_FOLDER: '/model',
    PATH: '/usr/bin:/bin',
    HOME: '/tmp',
    TZ: 'UTC',
  },
  mounts: [
    { from: programs.folder, to: '/cube' },
    { from: engine.folder, to: engineInside },
    { from: project, to: '/model' },
  ],
  cwd: '/model',
  limits: { memoryBytes, cpuSeconds, maxProcesses: 64, maxOpenFiles: 4096, maxFileBytes: 64 * bytesPerMb, tmpBytes: 64 * bytesPerMb },
  egress: [],
})
