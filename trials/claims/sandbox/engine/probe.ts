/** A target that code inside an engine must not reach. */
export type Target =
  | { name: string; kind: 'file' | 'list'; path: string; contains: string }
  | { name: string; kind: 'write' | 'socket'; path: string }
  | { name: string; kind: 'signal'; pid: number }
  | { name: string; kind: 'run'; command: string; contains: string }
  | { name: string; kind: 'env'; variable: string }
  | { name: string; kind: 'tcp'; host: string; port: number }

/** Whether the target was reached, and if not, why. */
export type Tried = { name: string; isReached: boolean; why: string }

/** JavaScript that tries all targets, in the model and in `cube.js`. */
export const probeSource = `
const probe = async (targets) => {
  const fs = require('node:fs')
  const net = require('node:net')
  const process = require('node:process')
  const { setTimeout, clearTimeout } = require('node:timers')
  const { execFileSync } = require('node:child_process')
  const dial = (to) => new Promise((resolve, reject) => {
    const socket = net.connect(to)
    const timer = setTimeout(() => { socket.destroy(); reject(new Error('no answer')) }, 2000)
    socket.once('connect', () => { clearTimeout(timer); socket.destroy(); resolve(true) })
    socket.once('error', (error) => { clearTimeout(timer); reject(error) })
  })
  const ways = {
    file: ({ path, contains }) => fs.readFileSync(path, 'latin1').includes(contains),
    list: ({ path, contains }) => fs.readdirSync(path).some((name) => name.includes(contains)),
    write: ({ path }) => { fs.writeFileSync(path, 'probe'); return true },
    signal: ({ pid }) => process.kill(pid, 0),
    run: ({ command, contains }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] }).includes(contains),
    env: ({ variable }) => process.env[variable] !== undefined,
    tcp: ({ host, port }) => dial({ host, port }),
    socket: ({ path }) => dial({ path }),
  }
  const tried = []
  for (const target of targets) {
    try {
      const isReached = await ways[target.kind](target)
      tried.push([isReached ? 1 : 0, isReached ? 'reached' : 'not what is there'])
    } catch (error) {
      tried.push([0, String(error.code ?? error.message).slice(0, 30)])
    }
  }
  return tried
}
const written = (tried) => 'probe:' + require('node:buffer').Buffer.from(JSON.stringify(tried)).toString('base64url') + ':'
`

/** Finds the results of a probe in a row, in parameters or in an error message. */
export const readProbe = (text: string, targets: readonly Target[]): Tried[] | null => {
  const found = /probe:([\w-]+):/.exec(text)?.[1]
  if (found === undefined) return null
  const tried = JSON.parse(Buffer.from(found, 'base64url').toString()) as [number, string][]
  return tried.map(([reached, why], at) => ({ name: targets[at]?.name ?? 'nobody asked for this', isReached: reached === 1, why }))
}
