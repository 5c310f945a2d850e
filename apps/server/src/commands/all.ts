import {
  databaseSettings,
  migrateSettings,
  operatorSettings,
  readDatabaseConfig,
  readMigrateConfig,
  readOperatorConfig,
} from '#config-parts'
import { readConfig } from '#config'
import type { Command, Option } from './command.ts'

const json: Option = { about: 'answer in JSON, for scripts' }
const oneOrAll = { tenant: { value: 'NAME', about: 'this tenant' }, all: { about: 'every tenant' } } as const
const everySetting = [
  'all of docs/operate/configuration.md; FACET_DATABASE_URL, FACET_ROOT_KEY, FACET_OBJECT_STORE and a word on TLS are needed',
]

const embed = (name: string, summary: string, run: Command['run']): Command => ({
  name: `embed ${name}`,
  summary,
  about: 'Say which: --tenant NAME, or --all.',
  options: { ...oneOrAll, json },
  settings: operatorSettings,
  run,
})

/** Every command there is. What each stands on is loaded when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'run the service',
    about:
      'It looks at everything it needs first, as doctor does, logs JSON lines on standard output, and stops in order on SIGTERM or SIGINT.',
    options: { roles: { value: 'api,authoring', about: 'what this process serves; all of it when left out' } },
    settings: everySetting,
    run: async ({ env, options, signal }) => {
      const { rolesFrom, serve } = await import('./serve.ts')
      const roles = rolesFrom(options['roles'])
      await serve(readConfig(env), roles, signal)
      return true
    },
  },
  {
    name: 'migrate',
    summary: "bring the database to this build's schema",
    about: 'As the owner of the database, beside services that run. Started twice, the second waits for the first.',
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
    summary: 'check every engine and setting, and say what to do about each that is not right',
    about: 'Also beside a running service. It ends with 1 when something is not right.',
    options: { json },
    settings: everySetting,
    run: async ({ env, output }) => (await import('./doctor.ts')).doctor(env, output),
  },
  {
    name: 'restored',
    summary: 'after the database was brought back from a copy, before serving it',
    about: 'docs/operate/restore.md says what it does and why. It may be run again.',
    options: { 'accept-lost-revocations': { about: 'go on without what the object store does not tell' }, json },
    settings: operatorSettings,
    run: async ({ env, options, output }) => {
      const config = readOperatorConfig(env)
      await (await import('./restored.ts')).restoredCommand(config, options['accept-lost-revocations'] === 'true', output)
      return true
    },
  },
  {
    name: 'tenants create',
    summary: "make a tenant and its first administrator, and show the administrator's key, once",
    options: {
      name: { value: 'NAME', about: 'what operators call it', isRequired: true },
      host: { value: 'HOST[,HOST]', about: 'the host names it is served under', isRequired: true },
      'admin-email': { value: 'EMAIL', about: 'who administers it', isRequired: true },
      json,
    },
    settings: operatorSettings,
    run: async ({ env, options, output }) => {
      const config = readOperatorConfig(env)
      await (await import('./operator.ts')).createTenantCommand(config, options, output)
      return true
    },
  },
  {
    name: 'tenants list',
    summary: 'every tenant: its id, name and hosts',
    options: { json: { about: 'one JSON object in a line for each' } },
    settings: databaseSettings,
    run: async ({ env, output }) => {
      const config = readDatabaseConfig(env)
      await (await import('./operator.ts')).listTenantsCommand(config, output)
      return true
    },
  },
  {
    name: 'domains release',
    summary: 'take a custom domain from the deployment that has it',
    options: { domain: { value: 'DOMAIN', about: 'such as data.example.com', isRequired: true }, json },
    settings: operatorSettings,
    run: async ({ env, options, output }) => {
      const config = readOperatorConfig(env)
      await (await import('./operator.ts')).releaseDomainCommand(config, options, output)
      return true
    },
  },
  {
    name: 'admin recover',
    summary: 'make a person an active administrator with one new key; the keys they had end',
    options: {
      tenant: { value: 'NAME', about: 'the tenant', isRequired: true },
      email: { value: 'EMAIL', about: 'the person', isRequired: true },
      create: { about: 'make somebody new where nobody has that address' },
      json,
    },
    settings: operatorSettings,
    run: async ({ env, options, output }) => {
      const config = readOperatorConfig(env)
      await (await import('./operator.ts')).recoverAdminCommand(config, options, output)
      return true
    },
  },
  embed('freeze', 'stop minting and exchanging; tokens that live are not touched', async ({ env, options, output }) => {
    const config = readOperatorConfig(env)
    await (await import('./embed.ts')).freezeCommand(config, options, true, output)
    return true
  }),
  embed('thaw', 'mint and exchange again', async ({ env, options, output }) => {
    const config = readOperatorConfig(env)
    await (await import('./embed.ts')).freezeCommand(config, options, false, output)
    return true
  }),
  embed('revoke-all', 'end every session and token minted until now', async ({ env, options, output }) => {
    const config = readOperatorConfig(env)
    await (await import('./embed.ts')).revokeAllCommand(config, options, output)
    return true
  }),
  embed('rotate-key', 'sign tokens with the next key; those signed before stay good', async ({ env, options, output }) => {
    const config = readOperatorConfig(env)
    await (await import('./embed.ts')).rotateKeyCommand(config, options, output)
    return true
  }),
  {
    name: 'encryption-key rotate',
    summary: 'make a new encryption key the active one, while serving',
    about: 'Also moves everything under a new root key. Interrupted, it continues where it was.',
    options: { json },
    settings: operatorSettings,
    run: async ({ env, output }) => {
      const config = readOperatorConfig(env)
      await (await import('./operator.ts')).rotateEncryptionKeyCommand(config, output)
      return true
    },
  },
]
