import { createContext, use } from 'react'
import { createStore, type Readable, useStore } from '../../../shared/store/create-store.ts'

type HighlightSelection = {
  /** Id of the selected highlight. */
  readonly id: string
  /** Index of the selected location of the value. */
  readonly locationIndex: number
  /** The side where the user clicked. The other side scrolls to the value. */
  readonly origin: 'value' | 'page'
  /** Increases with every selection, so that selecting the same value again is noticed. */
  readonly sequence: number
}

type HighlightState = {
  readonly hoveredId: string | undefined
  readonly selection: HighlightSelection | undefined
}

type HighlightStore = {
  readonly state: Readable<HighlightState>
  hover(id: string | undefined): void
  select(id: string, origin: HighlightSelection['origin'], locationIndex?: number): void
  /** Clears the selection and the hovered value. */
  clear(): void
}

/**
 * Creates the store that connects values in the prompt pane with their locations on the document.
 */
export function createHighlightStore(): HighlightStore {
  const state = createStore<HighlightState>({ hoveredId: undefined, selection: undefined })
  return {
    state,
    hover(id) {
      if (state.get().hoveredId !== id) state.set({ ...state.get(), hoveredId: id })
    },
    select(id, origin, locationIndex = 0) {
      const { selection } = state.get()
      state.set({
        ...state.get(),
        selection: { id, origin, locationIndex, sequence: (selection?.sequence ?? 0) + 1 },
      })
    },
    clear: () => state.set({ hoveredId: undefined, selection: undefined }),
  }
}

const HighlightStoreContext = createContext<HighlightStore | undefined>(undefined)
export const HighlightStoreProvider = HighlightStoreContext.Provider

export function useHighlightStore(): HighlightStore {
  const store = use(HighlightStoreContext)
  if (!store) throw new Error('useHighlightStore needs a HighlightStoreProvider above it.')
  return store
}

const useHighlightState = <Part,>(select: (state: HighlightState) => Part): Part =>
  useStore(useHighlightStore().state, select)

export const useHighlightSelection = (): HighlightSelection | undefined =>
  useHighlightState(({ selection }) => selection)
export const useIsHighlightHovered = (id: string): boolean =>
  useHighlightState(({ hoveredId }) => hoveredId === id)
export const useSelectionOf = (id: string): HighlightSelection | undefined =>
  useHighlightState(({ selection }) => (selection?.id === id ? selection : undefined))
