import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { blocksIn } from '../page-blocks.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

export type Step = { script: string; shown: string[] }

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** The blocks of a guide that are marked `run`, each with the output that the guide shows. */
const blocksOf = (guide: string): Step[] => {
  const steps: Step[] = []
  for (const { language, isRun, text } of blocksIn(guide)) {
    if (isRun && language === 'bash') steps.push({ script: text, shown: [] })
    if (isRun && language === 'ts') steps.push({ script: `node --input-type=module-typescript - <<'TS'\n${text}TS\n`, shown: [] })
    if (language === 'text') steps.at(-1)?.shown.push(...text.trimEnd().split('\n'))
  }
  return steps
}

const startCommand = /^pnpm stack up( --demo)?(?: +#.*)?\n/

/** The steps of a guide on a running stack: without the command that starts it, which is the first of every guide. */
export const stepsOf = (guide: string): Step[] => {
  const [first, ...others] = blocksOf(guide)
  if (!first || !startCommand.test(first.script)) throw new Error('The first block of the guide does not begin with pnpm stack up.')
  return [{ ...first, script: first.script.replace(startCommand, '') }, ...others]
}

type Shell = { folder: string; env: Record<string, string> }

/** Runs the steps in one shell, as a reader would paste them. Returns the output of each and the variables at the end. */
export const outputsOf = async (
  steps: Step[],
  { folder, env }: Shell,
): Promise<{ outputs: string[]; variables: Record<string, string> }> => {
  const mark = '--- next step ---'
  const script = ['set -euo pipefail', ...steps.map((step) => `${step.script}\necho '${mark}'`), 'env -0'].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env }).catch((error: unknown) => {
    const { stdout: printed, stderr } = error as { stdout: string; stderr: string }
    // The message of execFile would print the whole script; the reason is in the last lines of output.
    throw new Error(`A step failed:\n${`${printed}${stderr}`.trimEnd().split('\n').slice(-10).join('\n')}`, { cause: error })
  })
  const outputs = stdout.replaceAll('\r', '').split(`${mark}\n`)
  const variables = (outputs.pop() ?? '').split('\0').map((line) => /^(\w+)=(.*)$/s.exec(line)?.slice(1) ?? [])
  return { outputs, variables: Object.fromEntries(variables.filter(([name]) => name !== undefined)) as Record<string, string> }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** In shown output `…` matches any text and `$NAME` the value of a variable. The last newline is optional, since curl prints none. */
const expected = (lines: string[], variables: Record<string, string>): RegExp => {
  const text = lines.join('\n').replaceAll(/\$([A-Z_]+)/g, (_, name: string) => variables[name] ?? name)
  return new RegExp(`^${text.split('…').map(escaped).join('.*')}\n?$`)
}

/** Runs a guide and compares its output with the output it shows. */
export const expectShownOutput = async (page: string, shell: Shell): Promise<void> => {
  const steps = stepsOf(textOf(page))
  const { outputs, variables } = await outputsOf(steps, shell)
  for (const [index, { script, shown }] of steps.entries())
    if (shown.length > 0) expect(outputs[index], script).toMatch(expected(shown, variables))
}
