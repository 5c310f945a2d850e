import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Problem = { line: number; message: string }

const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', 'coverage', 'generated', '.git', '.stack'])

type Directive = { form: RegExp; hasReason: RegExp; message: string }

const inComment = (form: string): RegExp => new RegExp(`(?://|/\\*|^\\s*\\*)\\s*${form}`)

const directives: Directive[] = [
  {
    form: inComment('oxlint-disable'),
    hasReason: /oxlint-disable\S* \S.* -- \S.{9}/,
    message: 'A suppression names its rule and says why: // oxlint-disable-next-line <rule> -- <reason>.',
  },
  {
    form: inComment('biome-ignore'),
    hasReason: /biome-ignore\S* \S[^:]*: \S.{9}/,
    message: 'A suppression names its rule and says why: // biome-ignore <rule>: <reason>.',
  },
  {
    form: inComment('@ts-expect-error'),
    hasReason: /@ts-expect-error \S.{9}/,
    message: 'A suppression says why: // @ts-expect-error <reason>.',
  },
  {
    form: inComment('@ts-(?:ignore|nocheck)'),
    hasReason: /(?!)/,
    message: 'Use @ts-expect-error with a reason: it fails once the error is gone.',
  },
  {
    form: inComment('eslint-disable'),
    hasReason: /(?!)/,
    message: 'oxlint ignores this directive. Use oxlint-disable-next-line <rule> -- <reason>.',
  },
]

const quotedOrComment = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*\*.*$/g
const anyType = /(?::|=>|[<|&,(=]|\bas|\bof)\s*any\s*(?:[;,)=|&>\]}{[]|$)/

const lineProblems = (text: string): string[] => [
  ...directives.filter(({ form, hasReason }) => form.test(text) && !hasReason.test(text)).map(({ message }) => message),
  ...(anyType.test(text.replaceAll(quotedOrComment, "''")) ? ['any disables type checking. Use unknown or the exact type.'] : []),
]

/** Reports suppressions without a reason, and `any`. oxlint reports files of more than 400 lines. */
export const lintSource = (source: string): Problem[] =>
  source.split('\n').flatMap((text, index) => lineProblems(text).map((message) => ({ line: index + 1, message })))

const main = (): void => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (path) => skipped.has(path.split('/').at(-1) ?? '') })
  for (const file of files.toSorted()) {
    for (const { line, message } of lintSource(readFileSync(join(root, file), 'utf8'))) {
      process.stderr.write(`${file}:${line} ${message}\n`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) main()
