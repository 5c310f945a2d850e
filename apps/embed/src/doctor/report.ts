import type { Asked } from './ask.ts'
import type { Finding } from './finding.ts'

const marks = { good: 'ok  ', note: 'note', bad: 'FAIL' } as const

export type Reported = { at: Date; browser: string; findings: readonly Finding[]; asked: readonly Asked[] }

/** What a person sends to whoever runs the service: what was found and which requests were made, to be looked up in the log there. */
export const reportOf = ({ at, browser, findings, asked }: Reported): string =>
  [
    `Embed doctor, ${at.toISOString()}`,
    browser,
    '',
    ...findings.map(({ about, verdict, text }) => `${marks[verdict]} ${about}: ${text}`),
    '',
    ...asked.map(
      ({ what, status, code, requestId, ms }) =>
        `${status}${code === null ? '' : ` ${code}`} ${what}, ${ms} ms, request ${requestId ?? 'without an id'}`,
    ),
  ].join('\n')
