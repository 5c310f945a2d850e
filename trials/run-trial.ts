import { parseArgs } from 'node:util'
import { cpuSecondsWithChildren } from '@facet/testkit/cpu'
import { lastLine, stoppedBy } from './harness/last-line.ts'
import { trials } from './registry.ts'
import { families, type Finding, type Trial, type TrialOptions } from './trial.ts'

const describe = ({ name, summary, needs, short, runsOn }: Trial): string =>
  `${name.padEnd(16)} ${summary} (${runsOn}; needs ${needs.join(', ')}; short form about ${short.seconds} s)`

const carryOut = async (trial: Trial, options: TrialOptions): Promise<Finding> => {
  try {
    return await trial.run(options)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return stoppedBy(error)
  }
}

const main = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      list: { type: 'boolean' },
      quick: { type: 'boolean' },
      seed: { type: 'string' },
    },
  })
  const family = families.find((known) => known === positionals[0])
  if (!family) throw new Error(`Name a family: ${families.join(', ')}.`)
  const known = trials.filter((trial) => trial.family === family)
  const trial = known.find(({ name }) => name === positionals[1])
  if (!trial) {
    process.stdout.write(`${known.map(describe).join('\n')}\n`)
    return values.list === true
  }
  // With --json only the last line is for machines; progress goes to standard error.
  const say = (line: string): void => void (values.json ? process.stderr : process.stdout).write(`${line}\n`)
  const finding = await carryOut(trial, {
    quick: values.quick === true,
    say,
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  })
  const figures = { cpuSeconds: Math.round(cpuSecondsWithChildren()), ...finding.figures }
  process.stdout.write(`${lastLine(trial, { ...finding, figures })}\n`)
  return finding.isPassed
}

process.exitCode = (await main()) ? 0 : 1
