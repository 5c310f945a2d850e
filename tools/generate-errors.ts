import { type FailureCode, failureCodes, failuresOf, type OperationShape, operations, statusOf } from '@facet/contract'

const page = 'docs/guides/embed-errors.md'

const { generateSession, dryRunSession, exchangeSession, bootstrapDashboard, renewSession, watchEmbedSession } = operations
const calls: readonly (readonly [OperationShape, string])[] = [
  [generateSession, 'mint'],
  [dryRunSession, 'dry run'],
  [exchangeSession, 'exchange'],
  [bootstrapDashboard, 'bootstrap'],
  [renewSession, 'renew'],
  [watchEmbedSession, 'watch'],
]

const answeredBy = (code: FailureCode): string[] =>
  calls.filter(([operation]) => failuresOf(operation).includes(code)).map(([, name]) => name)

const section = (code: FailureCode): string => {
  const { meaning, cure, example } = failureCodes[code]
  if (cure === undefined) throw new Error(`${code} is answered by a session endpoint and has no cure. Add one where it is defined.`)
  return [
    `### ${code}`,
    `**${statusOf(code)}** from ${answeredBy(code).join(', ')}.`,
    `- What it means: ${meaning}\n- What to do: ${cure}`,
    ...(example === undefined ? [] : [`> ${example}`]),
  ].join('\n\n')
}

const row = (code: FailureCode): string => `| [${code}](#${code}) | ${statusOf(code)} | ${answeredBy(code).join(', ')} |`

const chapter = (title: string, codes: readonly FailureCode[]): string => [`## ${title}`, ...codes.map(section)].join('\n\n')

const introduction = `<!-- Generated from packages/contract by pnpm generate. Do not edit. -->

# Every error of the session endpoints

Each error has one shape: \`code\` is stable, branch on it; \`message\` is a sentence for people and may change; \`errors\` points into the
request where several things are wrong; \`requestId\` finds the line in the log. The dry run lists the problems of a mint in its answer
instead: the same codes, all at once.

Repeat a request on 429 and 503 only, after \`Retry-After\` seconds. Everything else answers the same again. In a browser, any 401 is
settled by asking your own backend for a new session; see the [guide](embed-in-10-minutes.md).

| Endpoint | Operation |
|---|---|
${calls.map(([{ method, path }, name]) => `| ${name} | \`${method} ${path}\` |`).join('\n')}`

/** The page of errors for whoever embeds: path from the root of the repository to content. */
export const generateErrors = (): Map<string, string> => {
  const own = (...list: OperationShape[]): FailureCode[] => [...new Set(list.flatMap(({ failures }) => [...failures]))]
  const minting = own(generateSession, dryRunSession)
  const framed = own(exchangeSession, bootstrapDashboard, renewSession, watchEmbedSession).filter((code) => !minting.includes(code))
  const common = [...new Set(calls.flatMap(([operation]) => failuresOf(operation)))].filter(
    (code) => !minting.includes(code) && !framed.includes(code),
  )
  const content = [
    introduction,
    ['| Code | Status | Answered by |', '|---|---|---|', ...[...minting, ...framed, ...common].map(row)].join('\n'),
    chapter('Minting', minting),
    chapter('In the browser: exchange, bootstrap, renew and watch', framed),
    chapter('Any call', common),
  ].join('\n\n')
  return new Map([[page, `${content}\n`]])
}
