import { randomBytes } from 'node:crypto'
import type { Answer } from '../../../harness/caller.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import { filesIn, type TreeNode } from '../../../harness/file-tree.ts'
import { doneHere } from './done-here.ts'
import type { Fleet, FleetNode } from './fleet.ts'

/** A deployment and the development branch of its data model. */
export type Model = { deploymentId: number; branch: string }

const pathOf = ({ deploymentId }: Pick<Model, 'deploymentId'>, rest: string): string => `/build/api/v1/deployments/${deploymentId}/${rest}`

const done = (answer: Answer, what: string): Answer => {
  if (answer.status !== 200) throw new Error(`${what} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

export const createModel = async (
  fleet: Fleet,
  name: string,
  node: Pick<FleetNode, 'url'> = fleet.nodes[0] as FleetNode,
): Promise<Model> => {
  const made = done(await fleet.ask(node, { method: 'POST', path: '/build/api/v1/deployments', body: newDeployment(name) }), 'A deployment')
  const deploymentId = Number(made.body['id'])
  const entered = done(
    await fleet.ask(node, { method: 'POST', path: pathOf({ deploymentId }, 'dev-mode'), body: { branchName: 'main' } }),
    'Dev mode',
  )
  return { deploymentId, branch: String(entered.body['branchName']) }
}

export type Put = { path: string; content: string }

// Longer than any timeout of the service.
const patienceMs = 60_000

type Node = Pick<FleetNode, 'url'>

const change = (fleet: Fleet, node: Node, { deploymentId, branch }: Model, method: string, rest: string, body: object): Promise<Answer> =>
  fleet.ask(node, { method, path: pathOf({ deploymentId }, rest), body: { ...body, branchName: branch }, timeoutMs: patienceMs })

export const putFile = (fleet: Fleet, node: Node, model: Model, { path, content }: Put) =>
  change(fleet, node, model, 'PUT', 'data-model/files', { files: [{ path, content }] })

export const renameFile = (fleet: Fleet, node: Node, model: Model, path: string, newPath: string) =>
  change(fleet, node, model, 'POST', 'data-model/files/rename', { files: [{ path, newPath }] })

export const removeFile = (fleet: Fleet, node: Node, model: Model, path: string) =>
  change(fleet, node, model, 'DELETE', 'data-model/files', { files: [{ path }] })

export const commitModel = (fleet: Fleet, node: Node, model: Model, message: string) =>
  change(fleet, node, model, 'POST', 'commit', { message })

/** Returns the files of a branch by path, or the answer when it is a refusal. */
export const readFiles = async (
  fleet: Fleet,
  node: Node,
  { deploymentId, branch }: Model,
  isDoneHere = false,
): Promise<Map<string, string> | Answer> => {
  const path = pathOf({ deploymentId }, `data-model/files?withContent=true&branchName=${encodeURIComponent(branch)}`)
  const answer = await fleet.ask(node, {
    path,
    timeoutMs: patienceMs,
    ...(isDoneHere ? { headers: doneHere(fleet, node, path) } : {}),
  })
  return answer.status === 200 ? new Map(filesIn(answer.body['data'] as TreeNode[])) : answer
}

const contentOf = (token: string): string => `# ${token}\ncubes: []\n`

/** A file with a unique name and content, which identify its write. */
export const newToken = (folder: string): Put => {
  const token = randomBytes(6).toString('hex')
  return { path: `model/${folder}/${token}.yml`, content: contentOf(token) }
}

/** The expected content of a file with a token's path. */
export const contentAt = (path: string): string | null => {
  const token = /\/([0-9a-f]{12})\.yml$/.exec(path)?.[1]
  return token ? contentOf(token) : null
}
