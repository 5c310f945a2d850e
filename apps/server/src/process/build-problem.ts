import type { BuildProblem, Config } from '#context'

const temporalOff = 'This installation has no Temporal server: the operator names one in FACET_TEMPORAL_ADDRESS.'

/** Why this process runs no builds although it has the role `worker`. */
export const createBuildProblem = ({ temporal }: Pick<Config, 'temporal'>, roles: readonly string[]): BuildProblem => {
  const isOff = roles.includes('worker') && temporal === null
  let workerProblem = (): string | null => null
  return {
    read: () => (isOff ? temporalOff : workerProblem()),
    follow: ({ problem }) => {
      workerProblem = problem
    },
  }
}
