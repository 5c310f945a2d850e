#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { doctor } from './commands/doctor.ts'
import { freezeCommand, revokeAllCommand, rotateKeyCommand } from './commands/embed.ts'
import { migrateCommand } from './commands/migrate.ts'
import {
  createTenantCommand,
  listTenantsCommand,
  recoverAdminCommand,
  releaseDomainCommand,
  rotateEncryptionKeyCommand,
} from './commands/operator.ts'
import { restoredCommand } from './commands/restored.ts'
import { rolesFrom, serve } from './commands/serve.ts'
import { readDatabaseConfig, readMigrateConfig, readOperatorConfig } from './config-parts.ts'
import { readConfig } from './config.ts'
import { SettingProblem } from './system-errors.ts'

const usage = `facet: control plane for the Cube semantic layer

  facet serve [--roles api,authoring]          run the service
  facet migrate                                bring the database to this build's schema
  facet doctor [--json]                        check every engine and setting
  facet restored [--accept-lost-revocations] [--json]
                                               after the database was brought back from a copy, before serving it
  facet tenants create --name N --host H[,H] --admin-email E [--json]
  facet tenants list
  facet domains release --domain D             take a custom domain from the deployment that has it
  facet admin recover --tenant N --email E [--create] [--json]
  facet embed freeze|thaw --tenant N | --all   stop minting and exchanging, or go on
  facet embed revoke-all --tenant N | --all    end every session and token minted until now
  facet embed rotate-key --tenant N | --all    sign tokens with the next key; those signed before stay good
  facet encryption-key rotate                  distribute, activate, retire; serving all the while

Settings are environment variables; docs/operate/configuration.md lists them.`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async (args: string[], signal: AbortSignal): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      roles: { type: 'string' },
      json: { type: 'boolean' },
      name: { type: 'string' },
      host: { type: 'string' },
      'admin-email': { type: 'string' },
      tenant: { type: 'string' },
      email: { type: 'string' },
      domain: { type: 'string' },
      all: { type: 'boolean' },
      create: { type: 'boolean' },
      'accept-lost-revocations': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { json = false, help, all, create, 'accept-lost-revocations': isLossAccepted = false, ...texts } = values
  const options = { ...texts, ...(all ? { all: 'true' } : {}), ...(create ? { create: 'true' } : {}) }
  const command = help ? 'help' : positionals.join(' ')
  const config = () => readOperatorConfig(process.env)
  switch (command) {
    case 'serve':
      await serve(readConfig(process.env), rolesFrom(options.roles), signal)
      return true
    case 'migrate':
      await migrateCommand(readMigrateConfig(process.env), say)
      return true
    case 'doctor':
      return doctor(process.env, json, say)
    case 'restored':
      await restoredCommand(config(), isLossAccepted, json, say)
      return true
    case 'tenants create':
      await createTenantCommand(config(), options, json, say)
      return true
    case 'tenants list':
      await listTenantsCommand(readDatabaseConfig(process.env), say)
      return true
    case 'domains release':
      await releaseDomainCommand(config(), options, say)
      return true
    case 'admin recover':
      await recoverAdminCommand(config(), options, json, say)
      return true
    case 'embed freeze':
    case 'embed thaw':
      await freezeCommand(config(), options, command === 'embed freeze', say)
      return true
    case 'embed revoke-all':
      await revokeAllCommand(config(), options, say)
      return true
    case 'embed rotate-key':
      await rotateKeyCommand(config(), options, say)
      return true
    case 'encryption-key rotate':
      await rotateEncryptionKeyCommand(config(), say)
      return true
    default:
      say(usage)
      return command === 'help'
  }
}

const stopping = new AbortController()
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort())

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** A sentence for what an operator can put right, the stack for what is a defect of ours. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // It says the reason in words already.
  if (error instanceof SettingProblem) return error.message
  if (error instanceof TypeError && !codeOf(error).startsWith('ERR_PARSE_ARGS')) return error.stack ?? error.message
  return error.cause instanceof Error ? `${error.message}\n  because: ${error.cause.message}` : error.message
}

try {
  process.exitCode = (await run(process.argv.slice(2), stopping.signal)) ? 0 : 1
} catch (error) {
  process.stderr.write(`facet: ${explain(error)}\n`)
  process.exitCode = 1
}
