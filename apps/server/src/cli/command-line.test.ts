import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '#process/config'
import { commands } from './all.ts'
import { exitCodes } from './command.ts'
import { runCommandLine } from './command-line.ts'

type Typed = { code: number; stdout: string; stderr: string }

const type = async (...args: string[]): Promise<Typed> => {
  const said = { stdout: '', stderr: '' }
  const code = await runCommandLine(args, {
    env: {},
    stopSignal: () => new AbortController().signal,
    stdout: (line) => void (said.stdout += `${line}\n`),
    stderr: (line) => void (said.stderr += `${line}\n`),
  })
  return { code, ...said }
}

describe('what is typed', () => {
  it('may be short', async () => {
    expect(await type('-v')).toEqual(await type('--version'))
    expect(await type('-h')).toEqual(await type('--help'))
    expect(await type('tenants', 'create', '-h')).toEqual(await type('help', 'tenants', 'create'))
    expect((await type('-h')).code).toBe(0)
  })

  it.each([
    [['tenants', 'create', '--name=acme'], 'facet tenants create needs --host HOST[,HOST] --admin-email EMAIL\n'],
    [['tenants', 'create', '--name', '--host', 'a.test'], '--name needs a value: --name NAME\n'],
    [['admin', 'recover', '--tenant', 'a'], 'facet admin recover needs --email EMAIL\n'],
    [['domains', 'release'], 'facet domains release needs --domain DOMAIN\n'],
    [['doctor', '--json=yes'], '--json takes no value.\n'],
    [['doctor', '--constructor'], 'facet doctor has no option --constructor. facet doctor --help lists those it has.\n'],
    [['doctor', '--toString'], 'facet doctor has no option --toString. facet doctor --help lists those it has.\n'],
    [['doctor', 'now'], 'facet doctor takes no argument "now".\n'],
    [['serve', '--roles', 'api', '--roles', 'authoring'], '--roles was given twice.\n'],
    [['embed', 'freeze'], 'facet embed freeze needs --tenant NAME, or --all, and only one of them.\n'],
    [['embed', 'freeze', '--tenant', 'a', '--all'], 'facet embed freeze needs --tenant NAME, or --all, and only one of them.\n'],
    [['--json', 'doctor'], 'Options come after the command: facet doctor --json\n'],
    [['tenants', '--json', 'list'], 'Options come after the command: facet tenants list --json\n'],
    [['--jsn'], 'There is no option --jsn. facet --help lists the commands.\n'],
    [['version'], '"version" is not a command. Did you mean: facet --version\n'],
    [['start'], '"start" is not a command. Did you mean: facet serve\n'],
    [['constructor'], '"constructor" is not a command. facet --help lists them.\n'],
    [['help', 'serve', 'extra'], '"serve extra" is not a command. Did you mean: facet serve\n'],
  ])('%j is a usage error, before any setting is looked at', async (args, message) => {
    expect(await type(...args)).toEqual({ code: exitCodes.usage, stdout: '', stderr: `facet: ${message}` })
  })
})

describe('help', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    'of %s names its options, its settings and its ends',
    async (name, command) => {
      const { code, stdout } = await type(...name.split(' '), '--help')

      expect(code).toBe(0)
      for (const [option, { about }] of Object.entries(command.options))
        expect(stdout).toMatch(new RegExp(`^ {2}--${option}.*${about}$`, 'm'))
      for (const setting of command.settings) expect(stdout).toContain(setting)
      expect(stdout).toMatch(/^Ends with 0 when .* 1 when .* 2 for a usage error/m)
    },
  )

  it('names no setting that is not read', () => {
    const named = commands.flatMap(({ settings }) => settings).flatMap((text) => text.match(/\bFACET_\w+/g) ?? [])

    expect(named.filter((name) => !settingNames.some((known) => known === name))).toEqual([])
  })

  it('of doctor promises no code that it does not end with', async () => {
    expect((await type('doctor', '--help')).stdout).not.toContain(`${exitCodes.settings} when`)
    expect((await type('doctor')).code).toBe(exitCodes.failed)
  })
})

describe('the page for operators', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/operate/commands.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`facet .*?) \|/gm)].map(([, cell = '']) => cell)
  const rowOf = (name: string): string | undefined => {
    const [group = '', verb = ''] = name.split(' ')
    return (
      rows.find((row) => row.includes(`\`facet ${name}`)) ??
      rows.find((row) => row.includes(`\`facet ${group} `) && row.includes(`\`${verb}\``))
    )
  }

  it('has every command, with the options that are not for scripts', () => {
    for (const { name, options } of commands)
      for (const option of Object.keys(options).filter((each) => each !== 'json')) expect(rowOf(name), name).toContain(`--${option}`)
    expect(commands.filter(({ name }) => rowOf(name) === undefined)).toEqual([])
    expect(rows.flatMap((row) => row.match(/--[\w-]+/g) ?? [])).toHaveLength(
      // Four commands share a row.
      commands.flatMap(({ options }) => Object.keys(options).filter((each) => each !== 'json')).length - 3 * 2,
    )
  })

  it('has every exit code, and says which of them no restart helps against', () => {
    for (const code of Object.values(exitCodes)) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'))
    expect(page).toContain(`RestartPreventExitStatus=${exitCodes.usage} ${exitCodes.settings}`)
  })
})
