import { createContext, use, useSyncExternalStore } from 'react'

export type Pick = {
  /** The mark that was picked. */
  readonly id: string
  /** Which of its places. */
  readonly place: number
  /** The side that picked it: the other one moves. */
  readonly from: 'value' | 'page'
  /** Grows, so that picking the same again is news. */
  readonly turn: number
}

type State = { readonly hovered: string | undefined; readonly picked: Pick | undefined }

export type Spotlight = {
  subscribe(listener: () => void): () => void
  state(): State
  hover(id: string | undefined): void
  pick(id: string, from: Pick['from'], place?: number): void
}

/** What the prompts and the document point out to each other. */
export function createSpotlight(): Spotlight {
  let state: State = { hovered: undefined, picked: undefined }
  const listeners = new Set<() => void>()

  function become(next: Partial<State>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    hover(id) {
      if (state.hovered !== id) become({ hovered: id })
    },
    pick(id, from, place = 0) {
      become({ picked: { id, from, place, turn: (state.picked?.turn ?? 0) + 1 } })
    },
  }
}

const SpotlightContext = createContext<Spotlight | undefined>(undefined)
export const SpotlightProvider = SpotlightContext.Provider

export function useSpotlight(): Spotlight {
  const spotlight = use(SpotlightContext)
  if (!spotlight) throw new Error('useSpotlight needs a SpotlightProvider above it.')
  return spotlight
}

/** Renders anew only when the selected part changes. */
function useSelected<Part>(select: (state: State) => Part): Part {
  const { subscribe, state } = useSpotlight()
  return useSyncExternalStore(subscribe, () => select(state()))
}

export const useHovered = (): string | undefined => useSelected(({ hovered }) => hovered)
export const usePicked = (): Pick | undefined => useSelected(({ picked }) => picked)
export const useIsHovered = (id: string): boolean => useSelected(({ hovered }) => hovered === id)
export const usePickOf = (id: string): Pick | undefined =>
  useSelected(({ picked }) => (picked?.id === id ? picked : undefined))
