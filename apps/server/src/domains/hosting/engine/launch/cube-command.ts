import type { EnginePrograms, InstalledEngine } from '#adapters/cube'
import { nodeInside, type SandboxCommand } from '#adapters/sandbox'

const bytesPerMb = 1_048_576

export type CubeCommandParts = {
  programs: EnginePrograms
  engine: Pick<InstalledEngine, 'folder'>
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
    NODE_PATH: '/engine/node_modules',
    FACET_ENGINE_FOLDER: '/engine',
    FACET_MODEL_FOLDER: '/model',
    PATH: '/usr/bin:/bin',
    HOME: '/tmp',
    TZ: 'UTC',
  },
  mounts: [
    { from: programs.folder, to: '/cube' },
    { from: engine.folder, to: '/engine' },
    { from: project, to: '/model' },
  ],
  cwd: '/model',
  limits: { memoryBytes, cpuSeconds, maxProcesses: 64, maxOpenFiles: 4096, maxFileBytes: 64 * bytesPerMb, tmpBytes: 64 * bytesPerMb },
  egress: [],
})
