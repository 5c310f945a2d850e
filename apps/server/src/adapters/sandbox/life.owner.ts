import { once } from 'node:events'
import { openSandbox } from './index.ts'

// A process that owns a sandbox, for a test that kills it.
const [runFolder = '', script = ''] = process.argv.slice(2)
const sandbox = await openSandbox({ mode: 'required', runFolder, cgroup: null })
const { stdout } = await sandbox.start({
  ...{ command: '/bin/sh', args: ['-c', script], env: { PATH: '/usr/bin:/bin' }, mounts: [], cwd: '/', egress: [] },
  limits: { memoryBytes: 268_435_456, cpuSeconds: null, maxProcesses: 64, maxOpenFiles: 64, maxFileBytes: 1_048_576, tmpBytes: 1_048_576 },
})
await once(stdout, 'data')
process.send?.('up')
