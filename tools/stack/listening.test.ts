import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { isListening } from './listening.ts'

const listen = async (): Promise<number> => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

it('knows whose port it is', async () => {
  const port = await listen()
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void other.kill())
  await once(other, 'spawn')

  const byProcess = (pid: number | undefined) => isListening({ pid: pid ?? 0, startedAt: '' }, port)
  expect(await byProcess(process.pid)).toBe(true)
  expect(await byProcess(other.pid)).toBe(false)
  other.kill()
  await once(other, 'exit')
  expect(await byProcess(other.pid)).toBe(false)
})
