import type { Client } from '@facet/client'

const orders = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
`

/** A commit on the deploy branch, a branch beside it, pending work, and an upload that nobody finished. Gives the name of the branch. */
export const fillModel = async (api: Client, deploymentId: number): Promise<string> => {
  const params = { deploymentId }
  const branch = 'reports'
  const { branchName } = await api.startDevMode({ params, body: { branchName: 'main' } })
  const write = (path: string, content: string, on: string) =>
    api.updateFiles({ params, body: { branchName: on, files: [{ path, content }] } })
  await write('model/cubes/orders.yml', orders, branchName ?? '')
  await api.commitChanges({ params, body: { message: 'Count orders', branchName: branchName ?? '' } })
  await api.createBranch({ params, body: { name: branch, from: 'main' } })
  await write('model/cubes/orders.yml', `${orders}      - name: total\n        type: sum\n        sql: amount\n`, branchName ?? '')
  const { transaction } = await api.startUpload({ params, query: { live: true }, body: {} })
  await api.uploadFile({
    params,
    query: { live: true },
    body: { transaction: transaction.id, fileName: 'README.md' },
    file: new TextEncoder().encode('# Sales\n'),
  })
  return branch
}
