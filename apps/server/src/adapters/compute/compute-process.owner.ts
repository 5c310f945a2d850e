import { pathToFileURL } from 'node:url'
import { createComputeProcess } from './index.ts'

// A process that has something computed without end, for a test that kills it.
const compute = createComputeProcess(pathToFileURL(process.argv[2] ?? ''), { memoryMb: 40 })
const pid = await compute.call({ message: { tellPid: true }, timeoutMs: 60_000 })
const spinning = compute.call({ message: { spin: true }, timeoutMs: 600_000 })
process.stdout.write(`${String(pid)}\n`)
await spinning
