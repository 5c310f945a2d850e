import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Budget = {
  /** CPU seconds of the calibration loop on the machine on which the shares were set. */
  calibrationSeconds: number
  /** CPU seconds for all tests, and for all trials of a landing. */
  total: { tests: number; trials: number }
  /** For areas that are added later. */
  reserve: number
  areas: Record<string, { cpuSeconds: number; paths: string[] }>
}

/** CPU seconds of one test file, its own and those of the processes it started. */
export type Usage = { file: string; cpuSeconds: number }

const tolerance = 1.1

export const readBudget = (): Budget => JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Budget

/** The area with the longest path that the file starts with. */
export const areaOf = ({ areas }: Pick<Budget, 'areas'>, file: string): string | undefined => {
  const candidates = Object.entries(areas).flatMap(([name, { paths }]) => paths.map((path) => ({ name, path })))
  const matching = candidates.filter(({ path }) => file.startsWith(path))
  return matching.toSorted((one, other) => other.path.length - one.path.length)[0]?.name
}

/** Above 1 on a machine that is slower than the one on which the budget was set. A faster one gets no smaller budget. */
export const slowdown = (budget: Pick<Budget, 'calibrationSeconds'>, measuredSeconds: number): number =>
  Math.max(1, measuredSeconds / budget.calibrationSeconds)

export type Spending = { area: string; cpuSeconds: number; share: number }

export const spendingOf = (budget: Budget, usages: Usage[]): Spending[] => {
  const used = new Map<string, number>()
  for (const { file, cpuSeconds } of usages) {
    const area = areaOf(budget, file) ?? `no area (${file})`
    used.set(area, (used.get(area) ?? 0) + cpuSeconds)
  }
  return [...used]
    .map(([area, cpuSeconds]) => ({ area, cpuSeconds, share: budget.areas[area]?.cpuSeconds ?? 0 }))
    .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
}

/** What is over its limit on a machine `factor` times as slow as the reference. */
export const overspending = (spending: Spending[], totalLimit: number, factor: number): string[] => {
  const problems = spending
    .filter(({ cpuSeconds, share }) => cpuSeconds > share * tolerance * factor)
    .map(({ area, cpuSeconds, share }) =>
      share === 0
        ? `${area}: add its path to an area in tools/ci/budget.json.`
        : `${area} used ${Math.round(cpuSeconds)} CPU s of ${share} (limit on this machine: ${Math.round(share * tolerance * factor)}).`,
    )
  const sum = spending.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0)
  if (sum > totalLimit * factor) problems.push(`All areas used ${Math.round(sum)} CPU s of ${totalLimit}.`)
  return problems
}

const minRecordedShare = 0.9

/** Without records the budget could not fail, so too few of them are a problem of their own. */
export const missingRecords = (testFiles: number, usages: Usage[]): string[] => {
  const recorded = new Set(usages.map(({ file }) => file).filter((file) => !file.startsWith('shared:'))).size
  return recorded >= testFiles * minRecordedShare ? [] : [`CPU seconds were recorded for ${recorded} of ${testFiles} test files.`]
}
