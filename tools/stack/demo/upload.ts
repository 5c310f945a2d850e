import { createHash } from 'node:crypto'
import type { Client } from '@facet/client'
import type { ModelFile } from './model.ts'

/** `headers` go with what the client does not send itself. */
export type Api = { client: Client; baseUrl: string; key: string; headers?: Record<string, string> }

const sha1 = (content: string): string => createHash('sha1').update(content).digest('hex')

const sendFile = async (
  { baseUrl, key, headers }: Api,
  deploymentId: number,
  transaction: string,
  { path, content }: ModelFile,
): Promise<void> => {
  const form = new FormData()
  form.set('transaction', transaction)
  form.set('fileName', path)
  form.set('file', new Blob([content]), 'file')
  const response = await fetch(`${baseUrl}/build/api/v1/deployments/${deploymentId}/data-model/upload/file`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${key}` },
    body: form,
  })
  if (!response.ok) throw new Error(`${path} was not taken: ${response.status} ${await response.text()}`)
}

/** Makes these files the deployment's data model, as the command line of the reference does, and gives the commit; what is the same already makes none. */
export const uploadModel = async (api: Api, deploymentId: number, files: readonly ModelFile[]): Promise<string | null> => {
  const params = { deploymentId }
  const query = { live: true }
  const { transaction } = await api.client.startUpload({ params, query, body: {} })
  for (const file of files) await sendFile(api, deploymentId, transaction.id, file)
  const manifest = Object.fromEntries(files.map(({ path, content }) => [path, { hash: sha1(content) }]))
  const body = { transaction, files: manifest, commitMessage: 'The data model of the demo' }
  return (await api.client.finishUpload({ params, query, body })).lastHash ?? null
}
