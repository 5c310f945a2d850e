import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseStackPort, isPortTaken, startSomewhere, watchLog } from './another-port.ts'

const postgres = 'could not bind IPv4 address "127.0.0.1": Address already in use'
const temporal = 'listen tcp 127.0.0.1:7233: bind: address already in use'

/** A server that starts on one of the ports that it is moved to. */
const serverOn = (wanted: number, complaint: string) => {
  const tried: number[] = []
  let port = 1
  const attempt = {
    start: async () => {
      tried.push(port)
      if (port !== wanted) throw new Error('It stopped at once.')
    },
    move: async () => {
      port++
    },
    written: () => complaint,
  }
  return { attempt, tried }
}

describe('a server whose port was taken since it was chosen', () => {
  it.each([postgres, temporal])('is started on another: %s', async (complaint) => {
    const { attempt, tried } = serverOn(3, complaint)
    await startSomewhere(attempt)

    expect(tried).toEqual([1, 2, 3])
  })

  it('says why after a few', async () => {
    const { attempt, tried } = serverOn(99, postgres)

    await expect(startSomewhere(attempt)).rejects.toThrow('It stopped at once.')
    expect(tried).toHaveLength(5)
  })

  it('stays where it is once others know its port, or where something else kept it from starting', async () => {
    const known = serverOn(2, postgres)
    await expect(startSomewhere({ ...known.attempt, move: null })).rejects.toThrow('It stopped at once.')
    const broken = serverOn(2, 'FATAL: could not open file')
    await expect(startSomewhere(broken.attempt)).rejects.toThrow('It stopped at once.')

    expect([known.tried, broken.tried]).toEqual([[1], [1]])
  })

  it('is known by what it wrote this time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'server.log')
    expect(watchLog(file)()).toBe('')
    appendFileSync(file, `${postgres}\n`)
    const written = watchLog(file)
    appendFileSync(file, 'ready\n')

    expect(written()).toBe('ready\n')
    expect(isPortTaken(written())).toBe(false)
  })
})

it('chooses ports that the system gives to no outgoing connection', async () => {
  expect(await chooseStackPort()).toBeLessThan(32_768)
})
