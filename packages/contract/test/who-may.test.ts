import { describe, expect, it } from 'vitest'
import {
  type Action,
  type DefaultRole,
  defaultRoles,
  type OperationId,
  type OperationShape,
  operations,
  presetIncludes,
  presets,
} from '../src/index.ts'
import { type WhoMay, whoMay } from './who-may.ts'

const ids = Object.keys(operations) as OperationId[]
const weakestFirst: DefaultRole[] = ['Viewer', 'Explorer', 'Developer', 'Admin']

const holds = (role: DefaultRole, action: Action): boolean => {
  const held: readonly Action[] = defaultRoles[role]
  return held.includes('All') || held.includes(action)
}

/** What the contract says of an operation, in the words of the table. */
const saidOf = (operation: OperationShape): WhoMay => {
  const { action, reach, credentials } = operation
  return {
    action,
    role: action === null ? null : (weakestFirst.find((role) => holds(role, action)) ?? null),
    reach,
    credentials,
    presets: presets.filter((preset) => presetIncludes(preset, operation)),
  }
}

const inOrder = (who: WhoMay): WhoMay => ({ ...who, credentials: who.credentials.toSorted(), presets: who.presets.toSorted() })

describe('who may do what', () => {
  it('has a row of every operation, and none of what is no operation', () => {
    expect(Object.keys(whoMay).toSorted()).toEqual(ids.toSorted())
  })

  it.each(ids)('agrees with the contract on %s', (id) => {
    expect(inOrder(saidOf(operations[id]))).toEqual(inOrder(whoMay[id]))
  })

  it('gives each role what the weaker ones hold, so that the weakest of a row speaks for those above it', () => {
    for (const [place, role] of weakestFirst.entries())
      for (const weaker of weakestFirst.slice(0, place))
        expect([weaker, (defaultRoles[weaker] as readonly Action[]).filter((action) => !holds(role, action))]).toEqual([weaker, []])
  })

  it('lets a key for pipelines do what one needs, and nothing beside', () => {
    const ofModels = ['DeploymentRead', 'SchemaRead', 'SchemaUpdate', 'SchemaUpdateDevBranches'] as const
    // Content that is kept as files is imported by a pipeline.
    const needed = new Set<Action | null>([null, ...ofModels, 'WorkbookEdit'])

    expect(ids.filter((id) => whoMay[id].presets.includes('ci') && !needed.has(whoMay[id].action))).toEqual([])
  })

  it('lets a key that only reads change nothing and see no secret', () => {
    const reading = ids.filter((id) => whoMay[id].presets.includes('read-only'))

    expect(reading.filter((id) => operations[id].method !== 'GET' || whoMay[id].action === 'SecretsManage')).toEqual([])
  })
})
