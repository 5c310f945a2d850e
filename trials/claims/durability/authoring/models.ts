import { randomBytes } from 'node:crypto'
import type { Answer } from '../../../harness/caller.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import { filesIn, type TreeNode } from '../../../harness/file-tree.ts'
import { doneHere } from './done-here.ts'
import type { Fleet, FleetNode } from './fleet.ts'

/** A deployment and the dev branch of its data model that is written on. */
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

// Longer than any wait of the service, so that it is the service that ends a request.
const patienceMs = 60_000

export const putFile = (fleet: Fleet, node: Pick<FleetNode, 'url'>, model: Model, { path, content }: Put, timeoutMs = patienceMs) =>
  fleet.ask(node, {
    method: 'PUT',
    path: pathOf(model, 'data-model/files'),
    body: { files: [{ path, content }], branchName: model.branch },
    timeoutMs,
  })

export const renameFile = (fleet: Fleet, node: Pick<FleetNode, 'url'>, model: Model, path: string, newPath: string) =>
  fleet.ask(node, {
    method: 'POST',
    path: pathOf(model, 'data-model/files/rename'),
    body: { files: [{ path, newPath }], branchName: model.branch },
    timeoutMs: patienceMs,
  })

export const removeFile = (fleet: Fleet, node: Pick<FleetNode, 'url'>, model: Model, path: string) =>
  fleet.ask(node, {
    method: 'DELETE',
    path: pathOf(model, 'data-model/files'),
    body: { files: [{ path }], branchName: model.branch },
    timeoutMs: patienceMs,
  })

export const commitModel = (fleet: Fleet, node: Pick<FleetNode, 'url'>, model: Model, message: string) =>
  fleet.ask(node, { method: 'POST', path: pathOf(model, 'commit'), body: { branchName: model.branch, message }, timeoutMs: patienceMs })

/** The files of a branch by path; the answer itself when it is a refusal. */
export const readFiles = async (
  fleet: Fleet,
  node: Pick<FleetNode, 'url'>,
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

/** A file that no other write can have made: its name and content say which write it was. */
export const newToken = (folder: string): Put => {
  const token = randomBytes(6).toString('hex')
  return { path: `model/${folder}/${token}.yml`, content: contentOf(token) }
}

/** What the file at this path must hold, if a token made it. */
export const contentAt = (path: string): string | null => {
  const token = /\/([0-9a-f]{12})\.yml$/.exec(path)?.[1]
  return token ? contentOf(token) : null
}
