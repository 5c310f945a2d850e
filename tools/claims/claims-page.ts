import { fullNameOf, trials } from '../../trials/registry.ts'
import { readNightlyPasses } from '../ci/nightly-passes.ts'
import { type Claim, claims } from './claims.ts'

export const claimsPage = 'docs/reference/claims.md'

type Proof = { name: string; runsOn: string; lastInFull: string }

const isTrial = (name: string): boolean => !name.endsWith('.test.ts')

/** Where a proof runs, and when its full form last passed. A test has one form; its property runs are longer at night. */
export const proofOf = (name: string): Proof => {
  const { since, tests, trials: passes } = readNightlyPasses()
  if (!isTrial(name)) return { name, runsOn: name.endsWith('.nightly.test.ts') ? 'nightly' : 'landing', lastInFull: tests.on }
  const trial = trials.find((each) => fullNameOf(each) === name)
  return { name, runsOn: trial?.runsOn ?? 'missing', lastInFull: passes[name]?.on ?? `not since ${since}` }
}

const rowOf = ({ page, text, proofs }: Claim): string => {
  const cell = (pick: (proof: Proof) => string): string => proofs.map((name) => pick(proofOf(name))).join('<br>')
  const proofCell = cell(({ name }) => (isTrial(name) ? `\`pnpm ${name}\`` : `[${name.split('/').at(-1)}](../../${name})`))
  return `| ${page} | … ${text} … | ${proofCell} | ${cell(({ runsOn }) => runsOn)} | ${cell(({ lastInFull }) => lastInFull)} |`
}

export const generateClaims = (): [string, string] => [
  claimsPage,
  `<!-- Generated from tools/claims/claims.ts by pnpm generate. Do not edit. -->
# Claims

Each promise of README and SECURITY, the test or trial that fails when it is broken, and when its full form last passed.

| Page | Promise | Proof | Runs on | Last full pass |
|---|---|---|---|---|
${claims.map(rowOf).join('\n')}
`,
]
