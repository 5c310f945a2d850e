import { mkdirSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { nodeInside, type SandboxCommand } from '#adapters/sandbox'
import { runFolderForTest, sandboxOfFile } from '#test'
import type { EngineSpec } from '../engines/index.ts'
import { createLaunch } from './launch-engine.ts'

const sandbox = sandboxOfFile()
const spec: EngineSpec = {
  ...{ tenantId: 1, deploymentId: 1, environmentId: 1, buildId: 1, engineVersion: '1', artifact: { key: 'k', sha256: 's' } },
}

/** The engine that a model has made something else of. */
const launchForTest = async (program: Pick<SandboxCommand, 'command' | 'args'>) => {
  const [folder, socketFolder] = [runFolderForTest(), runFolderForTest()]
  mkdirSync(join(folder, 'm'))
  const problems: unknown[] = []
  const given: SandboxCommand[] = []
  const lines: string[] = []
  const launch = createLaunch({
    sandbox: {
      start: (command) => {
        given.push(command)
        return sandbox().start({ ...command, ...program })
      },
    },
    programs: { folder, compile: 'c', serve: 's', testConnection: 't' },
    getEngine: () => ({ folder, version: '1', isCompiled: false }) as never,
    artifacts: { open: async () => ({ project: join(folder, 'm'), folder, release: () => undefined }) },
    readVariables: async () => ({ values: {}, embedWithoutPolicy: 'refuse' }),
    dial: () => () => Promise.reject(new Error('Nothing is dialled.')),
    socketFolder,
    memoryBytes: 256 * 1_048_576,
    onProblem: (problem) => problems.push(problem),
  })
  const launched = await launch(spec, 'p', new AbortController().signal, (line) => lines.push(typeof line === 'string' ? line : line()))
  return { launched, lines, problems, given, left: () => readdirSync(socketFolder) }
}

const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] })

describe('an engine process', () => {
  it('has no place outside that it could write to', async () => {
    const { launched, lines, given } = await launchForTest(
      shell(
        String.raw`while read -r _ place kind options _; do case $options in rw*) echo "$place $kind"; esac; done </proc/mounts; mkdir /run/engine || echo refused`,
      ),
    )
    await launched.process.exited

    expect(given.flatMap(({ mounts }) => mounts).filter(({ writable }) => writable)).toEqual([])
    const outsideOfDev = () => lines.filter((line) => !line.startsWith('/dev/') && !line.startsWith('mkdir')).toSorted()
    await expect.poll(outsideOfDev, { timeout: 10_000 }).toEqual(['/tmp tmpfs', 'refused'])
    expect(
      lines.filter((line) => line.startsWith('/dev/') && !line.endsWith('tmpfs') && !/\/(null|zero|full|u?random) /.test(line)),
    ).toEqual([])
  })

  it('that made folders deeper than any path ends as any other', async () => {
    const { launched, lines, problems, left } = await launchForTest(
      shell(`for place in /run/engine /tmp; do
        cd $place 2>&- && { i=0; while [ $i -lt 30 ]; do n=$(printf 'a%.0s' $(seq 200)); mkdir $n && cd $n; i=$((i+1)); done; echo made; }
      done; exit 1`),
    )

    expect(await launched.process.exited).toEqual({ code: 1, signal: null })
    await expect.poll(left).toEqual([])
    await expect.poll(() => lines).toContain('made')
    expect(problems).toEqual([])
  })

  it('answers on the socket it was handed, which goes with it', async () => {
    const script = `require('node:http').createServer((_, answer) => answer.end('here')).listen({ fd: Number(process.env.FACET_SOCKET.slice(3)) })`
    const { launched, left } = await launchForTest({ command: nodeInside, args: ['-e', script] })

    const answer = await new Promise<string>((resolve, reject) => {
      request({ socketPath: launched.socketPath, path: '/' }, (response) => resolve(text(response)))
        .on('error', reject)
        .end()
    })
    expect(answer).toBe('here')
    expect(left()).toHaveLength(1)
    await launched.process.end()
    await expect.poll(left).toEqual([])
  })
})
