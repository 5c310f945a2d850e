import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, makeRepository } from '@facet/testkit/git'
import { startEvilHost } from './evil-host.ts'
import { startNameServer } from './name-server.ts'
import { createAnswers, isOfInternet } from './names.ts'
import { type Caught, openTrap, trapPorts } from './trap.ts'

export type Stage = {
  evil: GitServer
  gitDir: string
  secret: string
  mark: string
  /** Which addresses were dialled since the last time, all of them seen. */
  takeCaught: () => Promise<Caught[]>
  /** Whether a program of an attack ran since the last time. */
  takeMark: () => boolean
  close: () => Promise<void>
}

const knock = '93.184.216.99'

export const isForbidden = ({ address }: Caught): boolean => !isOfInternet(address)

/** Everything an attack could reach, in a network of its own. */
export const createStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-urls-'))
  process.chdir(folder)
  const names = await startNameServer(createAnswers())
  const trap = await openTrap()
  const evil = await startEvilHost()
  const secret = await makeRepository(join(folder, 'secret.git'))
  await secret.commit('main', { 'secret.txt': 'x' })
  const { gitDir } = await makeRepository(join(folder, 'ours.git'))
  const marks = (): string[] => readdirSync(folder).filter((name) => name.startsWith('mark'))
  return {
    evil,
    gitDir,
    secret: secret.gitDir,
    mark: 'mark',
    // A listener is told of callers in the order they came: once it has seen ours, it has seen the others.
    takeCaught: async () => {
      await Promise.all(
        trapPorts.map(async (port) => {
          const socket = connect(port, knock)
          await once(socket, 'close').catch(() => undefined)
        }),
      )
      return trap.take().filter(({ address }) => address !== knock)
    },
    takeMark: () => {
      const made = marks()
      for (const name of made) rmSync(join(folder, name))
      return made.length > 0
    },
    close: async () => {
      await Promise.all([names.close(), trap.close(), evil.close()])
      process.chdir('/')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
