import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, makeRepository } from '@facet/testkit/git'
import { startEvilHost } from './evil-host.ts'
import { startNameServer } from './name-server.ts'
import { createAnswers, isOfInternet } from './names.ts'
import { type Connection, openTrap, trapPorts } from './trap.ts'

export type Stage = {
  evil: GitServer
  gitDir: string
  secret: string
  mark: string
  /** Returns the connections since the last call. */
  takeConnections: () => Promise<Connection[]>
  /** Reports whether a program of an attack ran since the last call. */
  takeMark: () => boolean
  close: () => Promise<void>
}

const knock = '93.184.216.99'

export const isForbidden = ({ address }: Connection): boolean => !isOfInternet(address)

/** Name server, trap, hostile host and local repositories in the network namespace of the trial. */
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
    // Listeners accept in order of arrival: after a knock of our own was accepted, all earlier connections were too.
    takeConnections: async () => {
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
