import { availableParallelism } from 'node:os'
import { absoluteFolder, certificateFile, defineSettings, whole } from '#config'

const bytesPerMb = 1_048_576

export const settings = defineSettings(
  [
    'FACET_CHILD_CGROUP',
    'FACET_GIT_MEMORY_MB',
    'FACET_GIT_PROCESSES',
    'FACET_MODEL_PROCESSES',
    'FACET_REMOTE_CA_FILE',
    'FACET_REPOSITORY_COPIES_MB',
  ],
  (read) => ({
    /** How much of the disk copies of repositories may take, those in use apart. */
    repositoryCopiesBytes: read.parse('FACET_REPOSITORY_COPIES_MB', 10_240, whole(1, 10_485_760)) * bytesPerMb,
    /** Processes that compare data models. */
    modelProcesses: read.parse('FACET_MODEL_PROCESSES', Math.max(1, Math.floor(availableParallelism() / 2)), whole(1, 64)),
    /** What git may use: each process of it so much memory, and so many of them at once. */
    git: {
      memoryBytes: read.parse('FACET_GIT_MEMORY_MB', 256, whole(128, 16_384)) * bytesPerMb,
      processes: read.parse('FACET_GIT_PROCESSES', Math.max(4, 2 * availableParallelism()), whole(2, 1024)),
      cgroup: read.parse('FACET_CHILD_CGROUP', null, absoluteFolder),
    },
    /** Certificates to trust beside the system's when a git remote is reached over HTTPS. */
    remoteCaFile: read.parse('FACET_REMOTE_CA_FILE', null, certificateFile),
  }),
)

export type ModelingSettings = ReturnType<(typeof settings)['read']>
