import {
  databaseSettings,
  dbtSettings,
  enginesSettings,
  migrateSettings,
  type OperatorConfig,
  operatorSettings,
  readDatabaseConfig,
  readDbtConfig,
  readEnginesConfig,
  readMigrateConfig,
  readOperatorConfig,
} from '#config/parts'
import { readConfig } from '#process/config'
import { docsPage } from '#kernel/package'
import { type Call, type Command, exitCodes, type Option } from './command.ts'
import { warnOfForeignFolder } from './foreign-folder.ts'

const json: Option = { about: 'answer in JSON, for scripts' }
const rolesOption = { value: 'api,authoring,gateway,worker,engine' } as const
const oneOrAll = { tenant: { value: 'NAME', about: 'this tenant' }, all: { about: 'every tenant' } } as const
const everySetting = [
  `all of ${docsPage('configuration.md')}; FACET_DATABASE_URL, FACET_ROOT_KEY, FACET_OBJECT_STORE and either FACET_TLS_CERT_FILE with FACET_TLS_KEY_FILE or FACET_TRUSTED_PROXIES are needed`,
]

/** One that changes something beside the service. */
const operatorCommand = (
  command: Omit<Command, 'settings' | 'run'>,
  run: (config: OperatorConfig, call: Call) => Promise<void>,
): Command => ({
  ...command,
  settings: operatorSettings,
  run: async (call) => {
    const config = readOperatorConfig(call.env)
    warnOfForeignFolder(config.objectStore, call.output.progress)
    await run(config, call)
    return true
  },
})

const embedCommand = (name: string, summary: string, run: (config: OperatorConfig, call: Call) => Promise<void>): Command =>
  operatorCommand(
    {
      name: `embed ${name}`,
      summary,
      about: 'Choose one: --tenant NAME, or --all.',
      options: { ...oneOrAll, json },
      oneOf: Object.keys(oneOrAll),
    },
    run,
  )

/** Every command there is. What each imports is loaded when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'run the service',
    about:
      'It checks everything it needs first, as doctor does, logs JSON lines on standard output, and stops in order on SIGTERM or SIGINT.',
    options: { roles: { ...rolesOption, about: 'what this process serves; all of it when left out' } },
    settings: everySetting,
    run: async ({ env, options, logTo, stopSignal }) => {
      const [{ serve }, { rolesFrom }] = await Promise.all([import('./serve.ts'), import('./roles-from.ts')])
      const roles = rolesFrom(options['roles'])
      await serve(readConfig(env), roles, { signal: stopSignal(), logTo })
      return true
    },
  },
  {
    name: 'migrate',
    summary: "bring the database to this build's schema",
    about: 'Connects as the owner of the database; services may be running. A second one waits for the first.',
    options: { json },
    settings: migrateSettings,
    run: async ({ env, output }) => {
      const config = readMigrateConfig(env)
      await (await import('./migrate.ts')).migrateCommand(config, output)
      return true
    },
  },
  {
    name: 'doctor',
    summary: 'check every dependency and setting, and say how to fix what is wrong',
    about: 'Also works while the service is running.',
    options: { roles: { ...rolesOption, about: 'of the process that is checked; all of them when left out' }, json },
    settings: everySetting,
    ends: `${exitCodes.done} when all is well, ${exitCodes.failed} when something is wrong, including a setting, ${exitCodes.usage} for a usage error`,
    run: async ({ env, options, output }) => {
      const [{ doctor }, { rolesFrom }] = await Promise.all([import('./doctor.ts'), import('./roles-from.ts')])
      return doctor(env, rolesFrom(options['roles']), output)
    },
  },
  operatorCommand(
    {
      name: 'restored',
      summary: 'after the database was restored from a backup, before serving it',
      about: [
        'It ends again what was ended after the backup was made, according to the object store; rejects embed sessions and tokens from before; and advances ids, so that none is issued twice.',
        `It may be run again. More is in ${docsPage('restore.md')}.`,
      ].join(' '),
      options: { 'accept-lost-revocations': { about: 'continue without what the object store cannot tell' }, json },
    },
    async (config, { options, output }) =>
      (await import('./restored.ts')).restoredCommand(config, options['accept-lost-revocations'] === 'true', output),
  ),
  operatorCommand(
    {
      name: 'tenants create',
      summary: "create a tenant and its first administrator, and show the administrator's key once",
      options: {
        name: { value: 'NAME', about: 'its name for operators', isRequired: true },
        host: { value: 'HOST[,HOST]', about: 'the host names it is served under', isRequired: true },
        'admin-email': { value: 'EMAIL', about: 'who administers it', isRequired: true },
        json,
      },
    },
    async (config, { options, output }) => (await import('./operator.ts')).createTenantCommand(config, options, output),
  ),
  {
    name: 'tenants list',
    summary: 'every tenant: its id, name and hosts',
    options: { json: { about: 'one JSON object per line' } },
    settings: databaseSettings,
    run: async ({ env, output }) => {
      const config = readDatabaseConfig(env)
      await (await import('./operator.ts')).listTenantsCommand(config, output)
      return true
    },
  },
  operatorCommand(
    {
      name: 'domains release',
      summary: 'take a custom domain from the deployment that has it',
      options: { domain: { value: 'DOMAIN', about: 'such as data.example.com', isRequired: true }, json },
    },
    async (config, { options, output }) => (await import('./operator.ts')).releaseDomainCommand(config, options, output),
  ),
  operatorCommand(
    {
      name: 'admin recover',
      summary: 'make a person an active administrator with one new key; their old keys are deleted',
      options: {
        tenant: { value: 'NAME', about: 'the tenant', isRequired: true },
        email: { value: 'EMAIL', about: 'the person', isRequired: true },
        create: { about: 'create the user if nobody has that address' },
        json,
      },
    },
    async (config, { options, output }) => (await import('./operator.ts')).recoverAdminCommand(config, options, output),
  ),
  embedCommand('freeze', 'stop minting and exchanging; live tokens keep working', async (config, { options, output }) =>
    (await import('./embed.ts')).freezeCommand(config, options, true, output),
  ),
  embedCommand('thaw', 'mint and exchange again', async (config, { options, output }) =>
    (await import('./embed.ts')).freezeCommand(config, options, false, output),
  ),
  embedCommand('revoke-all', 'end every session and token minted until now', async (config, { options, output }) =>
    (await import('./embed.ts')).revokeAllCommand(config, options, output),
  ),
  embedCommand('rotate-key', 'sign tokens with the next key; tokens signed before stay valid', async (config, { options, output }) =>
    (await import('./embed.ts')).rotateKeyCommand(config, options, output),
  ),
  {
    name: 'events list',
    summary: 'events that were given up: what was to be cleaned up after a deletion, and why it was not',
    about: 'A hundred at most, the oldest first. Events of the same subject wait behind a dead one.',
    options: {
      after: { value: 'ID', about: 'go on behind this event' },
      json: { about: 'one JSON object per line' },
    },
    settings: databaseSettings,
    run: async ({ env, options, output }) => {
      const config = readDatabaseConfig(env)
      await (await import('./events.ts')).listEventsCommand(config, options, output)
      return true
    },
  },
  operatorCommand(
    {
      name: 'events retry',
      summary: 'have dead events tried again',
      about: 'Say which: --id ID, or --all. What was done already is not done twice.',
      options: { id: { value: 'ID', about: 'this event' }, all: { about: 'every dead event' }, json },
      oneOf: ['id', 'all'],
    },
    async (config, { options, output }) => (await import('./events.ts')).retryEventsCommand(config, options, output),
  ),
  {
    name: 'engines install',
    summary: 'install upstream Cube, as its lock file says and without install scripts',
    about: 'Say which: a version of facet engines list, or --all. It needs npm and its registry; a version that is there is left as it is.',
    options: {
      version: { value: 'VERSION', about: 'this version, which may also stand alone', isArgument: true },
      all: { about: 'every version of this build' },
      json,
    },
    oneOf: ['version', 'all'],
    settings: enginesSettings,
    run: async (call) => {
      await (await import('./engines.ts')).installEnginesCommand(readEnginesConfig(call.env), call)
      return true
    },
  },
  {
    name: 'engines list',
    summary: 'the versions of Cube that this build runs, their drivers, and which are installed',
    options: { json: { about: 'one JSON object per line' } },
    settings: enginesSettings,
    run: async ({ env, output }) => {
      ;(await import('./engines.ts')).listEnginesCommand(readEnginesConfig(env), output)
      return true
    },
  },
  {
    name: 'dbt install',
    summary: 'install dbt Core with the adapters of every supported warehouse, as its lock file says',
    about:
      'Say which: a version of facet dbt list, or --all. It needs Python 3.11 or newer with venv, and a package index; wheels alone are taken, by their hashes. A version that is there is left as it is.',
    options: {
      version: { value: 'VERSION', about: 'this version, which may also stand alone', isArgument: true },
      all: { about: 'every version of this build' },
      json,
    },
    oneOf: ['version', 'all'],
    settings: dbtSettings,
    run: async (call) => {
      await (await import('./dbt.ts')).installDbtCommand(readDbtConfig(call.env), call)
      return true
    },
  },
  {
    name: 'dbt list',
    summary: 'the versions of dbt that this build runs, their warehouses, and which are installed',
    options: { json: { about: 'one JSON object per line' } },
    settings: dbtSettings,
    run: async ({ env, output }) => {
      ;(await import('./dbt.ts')).listDbtCommand(readDbtConfig(env), output)
      return true
    },
  },
  operatorCommand(
    {
      name: 'encryption-key rotate',
      summary: 'make a new encryption key the active one, while serving',
      about: 'Also moves everything under a new root key. If interrupted, it continues where it stopped.',
      options: { json },
    },
    async (config, { output }) => (await import('./operator.ts')).rotateEncryptionKeyCommand(config, output),
  ),
]
