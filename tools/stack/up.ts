import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { cacheFolder } from '@facet/testkit/cache'
import { chooseObjectStore, objectStoreSettings, startObjectStore } from './objects.ts'
import { chooseStackPort, startSomewhere, watchLog } from './another-port.ts'
import { database, serviceUser, startDatabase } from './database.ts'
import { addDemo } from './demo/add-demo.ts'
import { chooseDemoUrl } from './demo/shop/start.ts'
import { checkBeside, facet, main, ofServing } from './facet.ts'
import { makeFirstTenant } from './first-tenant.ts'
import { endBetweenSteps } from './interrupted.ts'
import { isListening } from './listening.ts'
import { chooseLongWork, longWorkSettings, startLongWork } from './long-work.ts'
import { patiently } from './patiently.ts'
import { takePort } from './ports.ts'
import { isRunning, startDetached, stopProcess, until } from './processes.ts'
import { buildPageIfStale } from '../web/build-page.ts'
import { passedOnOf, passOn, type Settings, settingsIn, unknownIn, withDefaults } from './settings.ts'
import {
  folder,
  isNew,
  type StackSecrets,
  makeStackFolder,
  postgresFolder,
  readKeeping,
  readStack,
  root,
  type Stack,
  writeKeeping,
  writeStack,
} from './state.ts'
import { type LocalTls, makeLocalTls } from './tls.ts'
import { tryThis } from './try-this.ts'

const firstPort = 4000

type Say = (line: string) => void

const secret = (): string => randomBytes(24).toString('base64url')

/** One start remembers what the next needs: ports, passwords, the root key. Only what is missing is made. */
const remembered = async (): Promise<{ stack: Stack; keeping: StackSecrets }> => {
  await makeStackFolder()
  const keeping = {
    postgresFolder: postgresFolder(),
    postgresPassword: secret(),
    servicePassword: secret(),
    rootKey: randomBytes(32).toString('base64'),
    s3Secret: secret(),
    warehousePassword: secret(),
    ...readKeeping(),
  }
  const stack = {
    baseUrl: '',
    dataApiUrl: '',
    adminKey: '',
    caFile: null,
    postgresUrl: `postgres://postgres:${keeping.postgresPassword}@127.0.0.1:${await chooseStackPort()}/${database}`,
    port: firstPort,
    wantedPort: firstPort,
    passedOn: passedOnOf({}),
    server: null,
    demo: null,
    demoUrl: null,
    ...(await chooseObjectStore()),
    ...(await chooseLongWork()),
    ...readStack(),
  }
  writeKeeping(keeping)
  writeStack(stack)
  return { stack, keeping }
}

const ownSettings = (stack: Stack, keeping: StackSecrets, tls: LocalTls | null): Settings => {
  const service = new URL(stack.postgresUrl)
  service.username = serviceUser
  service.password = keeping.servicePassword
  return {
    FACET_MODE: 'development',
    FACET_LISTEN: `127.0.0.1:${stack.port}`,
    FACET_DATABASE_URL: service.href,
    FACET_MIGRATE_DATABASE_URL: stack.postgresUrl,
    FACET_ROOT_KEY: keeping.rootKey,
    FACET_DATA_FOLDER: join(folder, 'data'),
    ...objectStoreSettings(stack, keeping),
    ...longWorkSettings(stack),
    ...(stack.demoUrl === null ? {} : { FACET_DEMO_URL: stack.demoUrl }),
    ...(tls ? { FACET_TLS_CERT_FILE: tls.certFile, FACET_TLS_KEY_FILE: tls.keyFile } : {}),
  }
}

const environmentOf = (passedOn: Settings, own: Settings): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  // Where tools/setup installs them.
  ...withDefaults(passedOn, { enginesFolder: join(cacheFolder(), 'engines'), dbtFolder: join(cacheFolder(), 'dbt') }),
  ...own,
})

const logFile = join(folder, 'facet.log')

// Only whether it listens is asked here; over TLS the client checks the certificate below.
const untilReady = ({ server, port }: Stack, written = watchLog(logFile)): Promise<void> =>
  until('the service becoming ready', 120_000, async () => {
    if (!isRunning(server)) throw new Error(`The service stopped at once; the end of .stack/facet.log says why:\n${written().slice(-1500)}`)
    return isListening(server, port)
  })

const startServer = async (stack: Stack, env: Record<string, string>): Promise<void> => {
  const written = watchLog(logFile)
  stack.server = startDetached([process.execPath, main, 'serve'], env, logFile, root)
  writeStack(stack)
  return untilReady(stack, written)
}

const serviceIsDown = 'The service is down. Correct this and run pnpm stack up again.'

type Service = { passedOn: Settings; tls: LocalTls | null }

/** Its port is chosen last: what comes before takes a while, in which another stack may have taken it. */
const startOnPort = async (
  stack: Stack,
  wanted: number,
  { tls }: Service,
  envOf: () => Record<string, string>,
  say: Say,
): Promise<void> => {
  stack.port = await takePort(wanted, say)
  stack.baseUrl = `${tls ? 'https' : 'http'}://localhost:${stack.port}`
  stack.dataApiUrl = `${stack.baseUrl}/deployment`
  stack.caFile = tls?.caFile ?? null
  say('checking the settings …')
  await patiently(() => facet(envOf(), 'doctor', ...ofServing))
  say('starting the service …')
  await patiently(() => startServer(stack, envOf()))
}

const startService = async (stack: Stack, keeping: StackSecrets, service: Service, say: Say): Promise<void> => {
  const envOf = () => environmentOf(service.passedOn, ownSettings(stack, keeping, service.tls))
  say('migrating …')
  await facet(envOf(), 'migrate')
  if (isNew(stack)) {
    say('making the first tenant and its administrator …')
    stack.adminKey = await makeFirstTenant(envOf())
    writeStack(stack)
  }
  await buildPageIfStale(() => say('building the embedded page …'))
  let wanted = stack.wantedPort
  await startSomewhere({
    start: () => startOnPort(stack, wanted, service, envOf, say),
    move: async () => {
      say(`another program took port ${stack.port} meanwhile, so the next one is tried`)
      wanted = stack.port + 1
    },
    written: watchLog(logFile),
  })
}

export const stackUp = async (options: { demo: boolean; tls: boolean; port: number | undefined }, say: Say): Promise<Stack> => {
  endBetweenSteps(say)
  const started = performance.now()
  const { stack, keeping } = await remembered()
  if (options.demo) stack.demoUrl ??= await chooseDemoUrl()
  say(isNew(stack) ? 'making a PostgreSQL of its own …' : 'starting PostgreSQL with its data …')
  await startDatabase(stack, keeping)
  await startObjectStore(stack, keeping, say)
  await startLongWork(stack, say)

  const tls = options.tls ? makeLocalTls(join(folder, 'tls')) : null
  const { passedOn, refused } = passOn(settingsIn(process.env), ownSettings(stack, keeping, tls))
  for (const name of refused) say(`${name}: the stack sets it itself, so yours is not used`)
  for (const name of unknownIn(process.env)) say(`${name}: not a setting of the service, so it is not passed on`)
  for (const name of Object.keys(passedOn)) say(`${name}: passed on to the service`)
  for (const name of stack.passedOn.names) if (!(name in passedOn)) say(`${name}: no longer set, so the service runs without it`)
  const wanted = { passedOn: passedOnOf(passedOn), wantedPort: options.port ?? stack.wantedPort }
  const isSame = stack.passedOn.digest === wanted.passedOn.digest && [stack.wantedPort, stack.port].includes(wanted.wantedPort)
  const isAsWanted = isSame && (stack.caFile === null) === (tls === null)
  if (isRunning(stack.server) && isAsWanted) {
    say('the service is running already')
    await untilReady(stack)
  } else {
    if (isRunning(stack.server)) {
      say('looking at the settings, then starting the service anew …')
      await checkBeside(environmentOf(passedOn, ownSettings(stack, keeping, tls)))
      await stopProcess(stack.server)
    }
    Object.assign(stack, wanted)
    await startService(stack, keeping, { passedOn, tls }, say).catch((error: unknown) => {
      if (isRunning(stack.server)) throw error
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${serviceIsDown}`, { cause: error })
    })
  }
  if (options.demo) await addDemo(stack, keeping, say)
  say(`up in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  say(tryThis(stack))
  return stack
}
