import { createHash } from 'node:crypto'
import type { BranchDiff, BrokenContent, ModelChange } from '@facet/contract'
import { breaksOf } from './broken-content.ts'
import { plainLine } from './render-text.ts'

type Level = 'error' | 'warning' | 'note'

export type Sarif = {
  $schema: string
  version: '2.1.0'
  runs: {
    tool: {
      driver: { name: string; version: string; informationUri?: string; rules: { id: string; shortDescription: { text: string } }[] }
    }
    automationDetails?: { id: string }
    columnKind: 'utf16CodeUnits'
    results: SarifResult[]
  }[]
}
type SarifResult = {
  ruleId: string
  ruleIndex: number
  level: Level
  kind: 'fail'
  message: { text: string }
  locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId: string }; region: { startLine: number } } }[]
  partialFingerprints: { 'facetModelChange/v1': string }
  properties: { effects: string[]; isAssumed: boolean; who: string[]; breaks?: string[] }
}

export type SarifOptions = { version: string; informationUri?: string; automationId?: string; content?: BrokenContent }

const levelOf = ({ effects }: ModelChange): Level => {
  if (effects.includes('breaking')) return 'error'
  return effects.includes('widening') || effects.includes('opaque') ? 'warning' : 'note'
}

/** A path as a relative URI: each step encoded, so that no name can leave the repository or be taken for a scheme. */
const uriOf = (path: string): string =>
  path
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join('/')

/** Lines move with every edit: what a change is about stays the same. */
const fingerprintOf = ({ id, kind, subject }: ModelChange): string =>
  createHash('sha256')
    .update(JSON.stringify([id, kind, subject.cube, subject.member ?? null, subject.part ?? null]))
    .digest('hex')

const sentenceOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}.`

/** The diff as code scanning takes it: SARIF 2.1.0. */
export const diffSarif = (diff: BranchDiff, { version, informationUri, automationId, content }: SarifOptions): Sarif => {
  const breaks = breaksOf(content)
  const ruleIds = [...new Set(diff.changes.map(({ id }) => id))].toSorted()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Facet model diff',
            version,
            ...(informationUri === undefined ? {} : { informationUri }),
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: sentenceOf(id) } })),
          },
        },
        ...(automationId === undefined ? {} : { automationDetails: { id: automationId } }),
        columnKind: 'utf16CodeUnits',
        results: diff.changes.map((change) => ({
          ruleId: change.id,
          ruleIndex: ruleIds.indexOf(change.id),
          level: levelOf(change),
          kind: 'fail',
          message: { text: plainLine(change.message) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(change.file), uriBaseId: '%SRCROOT%' },
                region: { startLine: change.line },
              },
            },
          ],
          partialFingerprints: { 'facetModelChange/v1': fingerprintOf(change) },
          properties: {
            effects: change.effects,
            isAssumed: change.isAssumed,
            who: change.visibility.map(({ who }) => plainLine(who)),
            ...breaks(change),
          },
        })),
      },
    ],
  }
}
