import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  /** Replaces these parts, and tells everybody who listens. */
  set: (change: Partial<T>) => void
  subscribe: (listener: () => void) => () => void
}

export const createStore = <T extends object>(first: T): Store<T> => {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Draws again when what `read` picks is another. It picks parts of the state as they are: one made anew at each call never settles. */
export const useStore = <T, Part>(store: Store<T>, read: (state: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => read(store.get()))
