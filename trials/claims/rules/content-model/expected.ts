import { dashboards } from './dashboards.ts'
import { looks } from './looks.ts'
import { type Handlers, Refusal } from './requiring.ts'
import { sharing } from './sharing.ts'
import type { State } from './state.ts'
import type { Answer, Json, Start, Step } from './steps.ts'
import { newItem, treeChanges } from './tree-changes.ts'
import { upserts } from './upserts.ts'

/** The content of one deployment in memory. Returns the response that the service must give to each step. */
export type Model = { expect: (step: Step) => Answer; state: State }

const handlers: Handlers<Step['kind']> = { ...treeChanges, ...upserts, ...sharing, ...dashboards, ...looks }

const stateOf = ({ items, members }: Start): State => {
  const state: State = { items: new Map(), kinds: [], members: new Set(members), isGreenGone: false }
  for (const item of items) newItem(state, structuredClone(item), item.owner)
  return state
}

export const createModel = (start: Start): Model => {
  const state = stateOf(start)
  const expect = (step: Step): Answer => {
    try {
      const handle = handlers[step.kind] as (state: State, step: Step) => { [name: string]: Json }
      return { code: null, ...handle(state, step) }
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code }
      throw error
    }
  }
  return { expect, state }
}
