import { useSyncExternalStore } from 'react'

/** A value outside the components that can be read and subscribed to. */
export type Readable<State> = {
  get(): State
  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

type Store<State> = Readable<State> & { set(next: State): void }

/** Creates a value that lives outside the components that show it. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns a part of a store; the component renders again only when that part changes. */
export function useStore<State, Part>(
  { get, subscribe }: Readable<State>,
  select: (state: State) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => select(get()))
}
