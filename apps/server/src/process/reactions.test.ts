import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EventKind } from '#kernel/event'
import { allReactions } from './reactions.ts'

const source = join(import.meta.dirname, '..')

/** Every kind of event that an area declares. */
const declaredKinds = async (): Promise<string[]> => {
  const files = globSync('domains/*/events.ts', { cwd: source })
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<Record<string, EventKind<object>>>))
  return modules.flatMap((module) => Object.values(module).map(({ kind }) => kind))
}

describe('reactions', () => {
  it('are there for every kind of event, and for none that no area declares', async () => {
    const kinds = await declaredKinds()

    expect(kinds).not.toEqual([])
    expect(kinds).toEqual([...new Set(kinds)])
    expect([...new Set(allReactions.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
  })

  it('to one kind belong to one role: a process that claims an event has all of them', () => {
    const roles = Map.groupBy(allReactions, ({ kind }) => kind)

    for (const reactions of roles.values()) expect(new Set(reactions.map(({ role }) => role)).size).toBe(1)
  })
})
