import { extname } from 'node:path/posix'
import { type DeploymentAccess, mayOnDeployment } from '#access'
import { Failure } from '#kernel/failure'
import type { ModelSettings } from '#domains/modeling/branches'

const codeEndings = new Set([
  '.js',
  '.cjs',
  '.mjs',
  '.jsx',
  '.ts',
  '.cts',
  '.mts',
  '.tsx',
  '.py',
  '.pyi',
  '.pth',
  '.jinja',
  '.jinja2',
  '.j2',
  '.sh',
])

// What decides which code is installed or run, without being code.
const codeNames =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc|\.yarnrc(\.yml)?|\.env(\..*)?|requirements.*\.txt|pyproject\.toml|setup\.cfg|pipfile(\.lock)?|dockerfile)$/

/** Whether the file runs, or decides what runs, where the variables of the deployment can be read. */
export const isCodeFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return codeEndings.has(extname(name)) || codeEndings.has(name) || codeNames.test(name)
}

/** The setting `modelCodeEdits: secrets` keeps such files for those who may read what their code can read. */
export const requireCodeRight = (access: DeploymentAccess, settings: ModelSettings, paths: Iterable<string>): void => {
  if (!settings.isCodeForSecretManagers || mayOnDeployment(access.caller, 'SecretsManage', access.deploymentId)) return
  for (const path of paths)
    if (isCodeFile(path))
      throw new Failure(
        'code_edits_restricted',
        `"${path}" holds code, and the setting modelCodeEdits of this deployment is "secrets": such files are changed only by those whose role holds SecretsManage. Nothing was changed.`,
      )
}
