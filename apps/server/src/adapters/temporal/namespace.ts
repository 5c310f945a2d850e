import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { isAlreadyThere, isNotFound } from './connection.ts'

// What a workflow came to is in our own tables; its history is for looking into what went wrong.
const retentionSeconds = 3 * 24 * 3600
const patienceMs = 30_000
const pollMs = 100

/** Whether the namespace is there; throws if nobody answers. */
export const hasNamespace = async ({ workflowService }: Connection, namespace: string): Promise<boolean> => {
  try {
    await workflowService.describeNamespace({ namespace })
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** Registers the namespace where it is missing, and waits until it can be used. */
export const ensureNamespace = async (connection: Connection, namespace: string): Promise<void> => {
  if (await hasNamespace(connection, namespace)) return
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: retentionSeconds as unknown as never },
    })
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
  const deadline = performance.now() + patienceMs
  while (!(await hasNamespace(connection, namespace))) {
    if (performance.now() > deadline) throw new Error(`The namespace ${namespace} was registered and is not there after ${patienceMs} ms.`)
    await pause(pollMs)
  }
}
