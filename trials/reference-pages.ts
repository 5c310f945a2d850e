import { fullNameOf } from './registry.ts'
import type { Family, Trial } from './trial.ts'

const intros: Record<Family, string> = {
  bench: `# Benches

A bench measures two variants in turn, at least five pairs, and reports the median of the ratios. Absolute times differ between machines and are not checked. The short form reports the ratio without checking the gate (\`isHeldToGate: false\`). It does check stored results and counts.`,
  faults: `# Fault trials

A fault trial breaks something under load. It compares what was acknowledged with what is stored after the fault. It counts the faults that hit a request, and repeats the others.`,
  security: `# Security trials

A security trial attacks the running product. It also sends the valid counterpart of each attack, which must succeed: otherwise the attack may have failed for another reason.`,
}

const sentenceOf = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1).replace(/\.$/, '')}.`

const sectionOf = (trial: Trial & { file: string }): string => `## ${trial.name}

${sentenceOf(trial.summary)}

- **Claim**: ${trial.claim}
- **Gate**: ${trial.gate}
- **On failure**: ${trial.onFailure}
- **Runs**: ${trial.runsOn === 'landing' ? `short form before each merge (about ${trial.short.seconds} s), full form nightly` : 'nightly, in full form'}
- **Needs**: ${trial.needs.join(', ')}
- **Source**: [${trial.file}](../../../trials/${trial.file})

\`\`\`sh
pnpm ${fullNameOf(trial)} --quick
\`\`\`
`

/** The reference page of each family of trials, by path. */
export const generateTrialPages = (trials: readonly (Trial & { file: string })[]): [string, string][] =>
  Object.entries(intros).map(([family, intro]) => {
    const sections = trials
      .filter((trial) => trial.family === family)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(sectionOf)
    return [
      `docs/reference/trials/${family}.md`,
      `<!-- Generated from trials/*/*/*.trial.ts by pnpm generate. Do not edit. -->\n${intro}\n\n${sections.join('\n')}`,
    ]
  })
