import { expect, it } from 'vitest'
import { listenProblem } from './listen-problem.ts'

const messageOf = (port: number, code: string): string =>
  listenProblem('FACET_LISTEN', { host: '0.0.0.0', port }, Object.assign(new Error('raw'), { code })).message

it.each([
  [443, 'EACCES', /has no right to ports below 1024\. .*AmbientCapabilities/],
  [8443, 'EACCES', /the system forbids it to the user ".+"\. Allow it \(SELinux.*or set FACET_LISTEN to another port/],
  [8443, 'EADDRINUSE', /another process is listening there\. Stop it/],
  [8443, 'EADDRNOTAVAIL', /this machine does not have that address/],
  [8443, 'ENOTFOUND', /the host name does not resolve/],
])('says why nobody listens on port %i after %s, and what to do', (port, code, sentence) => {
  expect(messageOf(port, code)).toMatch(/^FACET_LISTEN: cannot listen on 0\.0\.0\.0:\d+: /)
  expect(messageOf(port, code)).toMatch(sentence)
})
