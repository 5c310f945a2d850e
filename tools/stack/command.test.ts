import { expect, it } from 'vitest'
import { stackCommand } from './command.ts'

const run = async (args: string[]): Promise<{ code: number; output: string; errors: string }> => {
  const [output, errors]: [string[], string[]] = [[], []]
  const code = await stackCommand(args, { write: (line) => void output.push(line), writeAside: (line) => void errors.push(line) })
  return { code, output: output.join('\n'), errors: errors.join('\n') }
}

it.each([
  [['start'], /^There is no "pnpm stack start"\.\n\npnpm stack up /],
  [['up', '--prot', '1'], /^Unknown option '--prot'\.\n\npnpm stack up /],
  [['up', '--purge'], /^Unknown option '--purge'\.\n/],
  [['down', '--demo'], /^Unknown option '--demo'\.\n/],
  [['status', 'facet'], /^pnpm stack status takes no argument "facet"\.\n/],
  [['logs', 'constructor'], /^There is no log of "constructor"\. There are: /],
  [['constructor'], /^There is no "pnpm stack constructor"\.\n/],
  [[], /^A command is missing\.\n\npnpm stack up /],
  [['up', '--port', '4000x'], /^--port 4000x is not a port: give a number from 1 to 65535\.$/],
  [['logs', 'redis'], /^There is no log of "redis"\. There are: facet, postgres, s3, temporal, shop\.$/],
])('rejects %j with exit code 2 and the problem, without a stack trace', async (args, message) => {
  const { code, output, errors } = await run(args)

  expect({ code, output, errors }).toEqual({ code: 2, output: '', errors: expect.stringMatching(message) as string })
  expect(errors).not.toContain('    at ')
})

it('prints its usage with --help', async () => {
  expect(await run(['--help'])).toEqual({ code: 0, output: expect.stringContaining('pnpm stack logs') as string, errors: '' })
})
