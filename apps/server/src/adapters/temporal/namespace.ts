import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { NamespaceNotFoundError } from '@temporalio/common'
import { isAlreadyThere, isNotFound } from './connection.ts'

// What a workflow came to is in our own tables; its history is for looking into what went wrong.
const retentionSeconds = 3 * 24 * 3600
const patienceMs = 30_000
const newMs = 15_000
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

/** A namespace that was just made is not known everywhere at once. */
export const whileNamespaceIsNew = async <T>(work: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + newMs
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NamespaceNotFoundError) || performance.now() > deadline) throw error
      await pause(pollMs)
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
