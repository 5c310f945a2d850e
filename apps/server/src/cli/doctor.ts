import { ConfigProblem, type RoleName } from '#config'
import type { Config } from '#context'
import type { Finding } from '#kernel/check'
import { readConfig } from '#process/config'
import type { Output } from './command.ts'
import { checksOf, runChecks } from './checks/index.ts'
import { listenChecks } from './checks/listen.ts'

const findAll = async (config: Config, roles: readonly RoleName[]): Promise<Finding[]> => [
  { name: 'configuration', isOk: true, detail: `${config.mode}, listening on ${config.listen.host}:${config.listen.port}` },
  ...(await runChecks([...checksOf(config, { isServing: false, roles }), ...listenChecks(config)])),
]

const markOf = ({ isOk, isSkipped, isWarning }: Finding): string => {
  if (isSkipped) return 'skip'
  if (isWarning) return 'warn'
  return isOk ? 'ok  ' : 'FAIL'
}

const lineOf = (finding: Finding): string => `${markOf(finding)}  ${finding.name}: ${finding.detail}`

/** Checks every dependency and setting of a process with these roles and says how to fix what is wrong. Returns whether all is well. */
export const doctor = async (
  env: Record<string, string | undefined>,
  roles: readonly RoleName[],
  { isJson, say }: Pick<Output, 'isJson' | 'say'>,
): Promise<boolean> => {
  let findings: Finding[]
  try {
    findings = await findAll(readConfig(env), roles)
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    findings = error.problems.map((detail) => ({ name: 'configuration', isOk: false, detail }))
  }
  const isHealthy = findings.every((finding) => finding.isOk)
  if (isJson) say(JSON.stringify({ isHealthy, findings }))
  else for (const finding of findings) say(lineOf(finding))
  return isHealthy
}
