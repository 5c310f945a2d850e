import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { freePort } from '@facet/testkit/net'
import type { Cluster } from '@facet/testkit/postgres'
import { startS3Server } from '@facet/testkit/s3'
import { makeCertificates } from '@facet/testkit/tls'
import type { Fixture } from './misconfigurations.ts'
import type { Ran } from './unprivileged.ts'

/** Who runs the commands of the installation. */
export type Operator = {
  /** Makes a file or folder theirs. */
  own: (path: string) => void
  run: (args: string[], env: Record<string, string>) => Promise<Ran>
}

const listening = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((_, response) => response.writeHead(405, { 'content-type': 'text/html' }).end('<h1>Something else</h1>'))
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

const ownFolder = (user: Operator, path: string): string => {
  mkdirSync(path, { mode: 0o700, recursive: true })
  user.own(path)
  return path
}

const ownFile = (user: Operator, path: string, text: string): string => {
  writeFileSync(path, text, { mode: 0o600 })
  user.own(path)
  return path
}

const password = 'of this ground only'
const adminToken = 'an admin token of length'
const rootKey = Buffer.alloc(32, 5).toString('base64')

type Superuser = { asSuperuser: (statements: string) => Promise<void>; superuserPassword: string }

/** A server that negotiates TLS as PostgreSQL does, and answers nothing after that. */
const startTlsOnly = (files: { certFile: string; keyFile: string }): Promise<Server> => {
  const tls = { isServer: true, cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, tls).on('error', () => undefined)
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A healthy installation, with the files, servers and databases that a setting can name by mistake. */
export const makeGround = async (
  folder: string,
  user: Operator,
  cluster: Cluster,
  { asSuperuser, superuserPassword }: Superuser,
): Promise<{ ground: Fixture; close: () => Promise<void> }> => {
  const home = ownFolder(user, join(folder, 'ground'))
  const [certificates, other] = [await makeCertificates('ground'), await makeCertificates('another')]
  const stranger = await listening()
  const tlsOnly = await startTlsOnly(certificates)
  const keyText = readFileSync(certificates.keyFile, 'utf8')
  const s3 = await startS3Server(join(folder, 's3'))
  for (const name of ['tls.pem', 'tls.key']) {
    await copyFile(name === 'tls.pem' ? certificates.certFile : certificates.keyFile, join(home, name))
    user.own(join(home, name))
  }
  await copyFile(other.keyFile, join(home, 'another.key'))
  user.own(join(home, 'another.key'))
  for (const each of [certificates, other]) each.remove()
  await asSuperuser(
    `create role ground login password '${password}'; ${['ground', 'ground_empty', 'ground_other'].map((name) => `create database ${name}`).join('; ')}`,
  )
  // No permissions for anyone: as root the tests run commands as another user; otherwise the user owns both.
  const closedFile = join(folder, 'closed.key')
  writeFileSync(closedFile, rootKey, { mode: 0o000 })
  const closedFolder = join(folder, 'closed')
  mkdirSync(closedFolder, { mode: 0o555 })

  const healthy = {
    FACET_DATABASE_URL: cluster.url('ground', 'ground', password),
    FACET_ROOT_KEY_FILE: ownFile(user, join(home, 'root.key'), rootKey),
    FACET_OBJECT_STORE: `file://${ownFolder(user, join(home, 'objects'))}`,
    FACET_DATA_FOLDER: ownFolder(user, join(home, 'data')),
    FACET_TLS_CERT_FILE: join(home, 'tls.pem'),
    FACET_TLS_KEY_FILE: join(home, 'tls.key'),
    FACET_LISTEN: `127.0.0.1:${await freePort()}`,
    FACET_ADMIN_LISTEN: `127.0.0.1:${await freePort()}`,
    FACET_ADMIN_TOKEN: adminToken,
  }
  const otherStore = ownFolder(user, join(home, 'other'))
  const migrating = (database: string) => ({ FACET_MIGRATE_DATABASE_URL: cluster.url(database) })
  const anotherOne = {
    ...healthy,
    FACET_DATABASE_URL: cluster.url('ground_other', 'ground', password),
    FACET_OBJECT_STORE: `file://${otherStore}`,
    ...migrating('ground_other'),
  }
  const run = async (args: string[], env: Record<string, string>): Promise<void> => {
    const { code, stderr } = await user.run(args, env)
    if (code !== 0) throw new Error(`facet ${args.join(' ')} failed: ${stderr}`)
  }
  await run(['migrate'], { ...healthy, ...migrating('ground') })
  await run(['encryption-key', 'rotate'], { ...healthy, ...migrating('ground') })
  await run(['migrate'], anotherOne)
  for (const name of ['a', 'b', 'c'])
    await run(['tenants', 'create', '--name', name, '--host', `${name}.test`, '--admin-email', `${name}@x.test`], anotherOne)

  return {
    ground: {
      healthy,
      superuserUrl: cluster.url('ground'),
      emptyDatabaseUrl: cluster.url('ground_empty', 'ground', password),
      strangerPort: portOf(stranger),
      tlsOnlyPort: portOf(tlsOnly),
      rootKey,
      keyText,
      secrets: [
        ...[password, superuserPassword].flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)]),
        rootKey,
        adminToken,
        s3.credentials.secretAccessKey,
        ...keyText.split('\n').filter((line) => line !== '' && !line.startsWith('-----')),
      ],
      s3: { endpoint: s3.endpoint, ...s3.credentials },
      plainFile: ownFile(user, join(home, 'plain.txt'), 'nothing that a program could use\n'),
      closedFile,
      closedFolder,
      otherKeyFile: join(home, 'another.key'),
      otherStore,
    },
    close: async () => {
      await s3.stop()
      for (const server of [stranger, tlsOnly]) await new Promise((resolve) => server.close(resolve))
    },
  }
}
