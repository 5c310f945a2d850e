import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EventKind } from '#kernel/event'
import { allReactions } from './reactions.ts'

const source = join(import.meta.dirname, '..')

/** Every kind of event that an area declares. */
const declaredKinds = async (): Promise<EventKind<object>[]> => {
  const files = globSync('domains/*/events.ts', { cwd: source })
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<Record<string, EventKind<object>>>))
  return modules.flatMap((module) => Object.values(module))
}

describe('reactions', () => {
  it('are there for every kind of event that is not kept for a later build, and for none that no area declares', async () => {
    const declared = await declaredKinds()
    const kinds = declared.map(({ kind }) => kind)
    const reacted = declared.filter(({ isKept }) => !isKept).map(({ kind }) => kind)

    expect(reacted).not.toEqual([])
    expect(kinds).toEqual([...new Set(kinds)])
    expect([...new Set(allReactions.map(({ kind }) => kind))].toSorted()).toEqual(reacted.toSorted())
  })

  it('to one kind belong to one role: a process that claims an event has all of them', () => {
    const roles = Map.groupBy(allReactions, ({ kind }) => kind)

    for (const reactions of roles.values()) expect(new Set(reactions.map(({ role }) => role)).size).toBe(1)
  })
})
