import { createHash } from 'node:crypto'
import { type Client, FacetFailure } from '@facet/client'
import type { Hostile, Step } from './corpus.ts'
import { newDeployment } from '../../../harness/embedding.ts'

export type Answer = { step: string; status: number; code: string }

const refusals = new Set([
  ...['file_limit', 'file_path_invalid', 'file_too_large', 'model_too_large', 'resource_limit_exceeded'],
  ...['remote_content_refused', 'remote_too_large'],
])

const outcomeOf = async (step: string, call: () => Promise<unknown>): Promise<Answer> => {
  try {
    const answer = (await call()) as { isReachable?: boolean; cause?: string } | undefined
    return answer?.isReachable === false ? { step, status: 422, code: answer.cause ?? '' } : { step, status: 200, code: 'done' }
  } catch (error) {
    return error instanceof FacetFailure ? { step, status: error.status, code: error.code } : { step, status: 0, code: String(error) }
  }
}

export const createModel = async (api: Client, name: string): Promise<number> =>
  (await api.createDeployment({ body: newDeployment(name) })).id

const stepsOf = (api: Client, deploymentId: number): Record<Step, () => Promise<unknown>> => {
  const params = { deploymentId }
  return {
    test: () => api.testRemote({ params }),
    pull: () => api.pull({ params, body: {} }),
    pullNext: () => api.pull({ params, body: { branchName: 'next' } }),
    diff: () => api.diffBranch({ params: { deploymentId, branchName: 'next' }, query: { base: 'main' } }),
    merge: () => api.mergeToDefaultBranch({ params, body: { branchName: 'next' } }),
    list: () => api.listFiles({ params, query: { withContent: true } }),
  }
}

export const pullHostile = async (api: Client, deploymentId: number, url: string, { steps }: Hostile): Promise<Answer[]> => {
  const run = stepsOf(api, deploymentId)
  const answers: Answer[] = [await outcomeOf('connect', () => api.connectRemote({ params: { deploymentId }, body: { url } }))]
  for (const step of steps) answers.push(await outcomeOf(step, run[step]))
  return answers
}

export const isDone = ({ status }: Answer): boolean => status === 200
export const isRefusal = ({ status, code }: Answer): boolean => status !== 200 && (refusals.has(code) || code === 'upload_incomplete')

/** Reports undocumented failures, and refusals at another step than expected. */
export const problemsOf = ({ refusedAt }: Hostile, answers: Answer[]): string[] => {
  const broken = answers.filter((answer) => !isDone(answer) && !refusals.has(answer.code))
  if (broken.length > 0) return broken.map(({ step, status, code }) => `${step} ${status} ${code}`)
  const first = answers.find((answer) => !isDone(answer))?.step ?? null
  return refusedAt === 'anywhere' || first === refusedAt ? [] : [`refused at ${first ?? 'no step'}, not at ${refusedAt ?? 'no step'}`]
}

const sha1 = (content: string): string => createHash('sha1').update(content).digest('hex')

/** Finishes one large upload many times at once with a manifest that names a missing file, and then without it. */
export const finishLargeUpload = async (api: Client, deploymentId: number, megabytes: number, times: number): Promise<Answer[]> => {
  const params = { deploymentId }
  const { transaction } = await api.startUpload({ params, body: {} })
  const files: Record<string, { hash: string }> = { 'missing.yml': { hash: sha1('missing') } }
  for (let number = 0; number < megabytes / 8; number++) {
    const content = `${number} `.repeat((8 * 1_048_576) / `${number} `.length)
    const fileName = `large-${number}.yml`
    await api.uploadFile({ params, body: { transaction: transaction.id, fileName }, file: new Blob([content]) })
    files[fileName] = { hash: sha1(content) }
  }
  const finish = (manifest: typeof files) =>
    outcomeOf('finish', () => api.finishUpload({ params, body: { transaction, files: manifest, autoRemoveFiles: false } }))
  const refused = await Promise.all(Array.from({ length: times }, () => finish(files)))
  const { 'missing.yml': _missing, ...whole } = files
  return [...refused, await finish(whole)]
}

const startBranch = async (api: Client, deploymentId: number): Promise<string> =>
  (await api.startDevMode({ params: { deploymentId }, body: { branchName: 'main' } })).branchName ?? ''

const yamlOf = (name: string, bytes: number): string => {
  const dimension = (n: number): string => `      - name: d${n}\n        sql: "{CUBE}.column_${n}"\n        type: string\n`
  return `cubes:\n  - name: ${name}\n    sql_table: ${name}\n    dimensions:\n${Array.from({ length: Math.floor(bytes / 62) }, (_, n) => dimension(n)).join('')}`
}

/** Compares a branch that adds this much YAML to its parent. */
export const compareLargeBranch = async (api: Client, deploymentId: number, megabytes: number): Promise<Answer[]> => {
  const params = { deploymentId }
  const name = await startBranch(api, deploymentId)
  const fileBytes = 500_000
  const count = Math.round((megabytes * 1_048_576) / fileBytes)
  for (let at = 0; at < count; at += 20) {
    const files = Array.from({ length: Math.min(20, count - at) }, (_, n) => ({
      path: `model/m${megabytes}/c${at + n}.yml`,
      content: yamlOf(`m${megabytes}_c${at + n}`, fileBytes),
    }))
    await api.updateFiles({ params, body: { branchName: name, files } })
  }
  return [await outcomeOf('diff', () => api.diffBranch({ params: { deploymentId, branchName: name } }))]
}

const yamlBombs: Record<string, string> = {
  aliases: Array.from({ length: 12 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},`.repeat(9)}]`).join('\n'),
  brackets: '['.repeat(100_000),
  dashes: `${'- '.repeat(100_000)}x`,
  keys: `${'? '.repeat(50_000)}x`,
  anchors: Array.from({ length: 20_000 }, (_, n) => `- &a${n} x`).join('\n'),
  merges: `a0: &a0 {x: 1}\n${Array.from({ length: 3000 }, (_, n) => `a${n + 1}: &a${n + 1} {<<: *a${n}, k${n}: 1}`).join('\n')}`,
  values: `a: [${'1,'.repeat(500_000)}1]`,
  tags: '!!binary '.repeat(50_000),
  quotes: `a: "${'\\u0041'.repeat(150_000)}"`,
  indents: Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
}

export const compareYamlBombs = async (api: Client, deploymentId: number): Promise<Answer[]> => {
  const params = { deploymentId }
  const branchName = await startBranch(api, deploymentId)
  const files = Object.entries(yamlBombs).map(([name, content]) => ({ path: `model/${name}.yml`, content }))
  await api.updateFiles({ params, body: { branchName, files } })
  return [await outcomeOf('diff', () => api.diffBranch({ params: { deploymentId, branchName } }))]
}
