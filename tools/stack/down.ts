import { rmSync } from 'node:fs'
import { stopPostgres } from '@facet/testkit/postgres'
import { stopProcess } from './processes.ts'
import { folder, readKeeping, readStack, writeStack } from './state.ts'

export const stackDown = async (purge: boolean, say: (line: string) => void): Promise<void> => {
  const stack = readStack()
  const keeping = readKeeping()
  if (!stack || !keeping) return say('nothing is running')
  if (stack.demo?.shop?.server) await stopProcess(stack.demo.shop.server)
  if (stack.server) await stopProcess(stack.server)
  if (stack.temporalServer) await stopProcess(stack.temporalServer)
  if (stack.s3Server) await stopProcess(stack.s3Server)
  await stopPostgres(keeping.postgresFolder)
  const demo = stack.demo?.shop ? { ...stack.demo, shop: { ...stack.demo.shop, server: null } } : stack.demo
  writeStack({ ...stack, demo, server: null, s3Server: null, temporalServer: null })
  if (purge) {
    rmSync(keeping.postgresFolder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  say(purge ? 'stopped, and the data is gone' : 'stopped; the data stays for the next start')
}
