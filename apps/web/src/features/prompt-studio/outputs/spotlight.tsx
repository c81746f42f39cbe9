import { createContext, use } from 'react'
import { createStore, type Readable, useStore } from '../../../shared/store/create-store.ts'

type PickedMark = {
  /** The mark that was picked. */
  readonly id: string
  /** Which of its places. */
  readonly place: number
  /** The side that picked it: the other one moves. */
  readonly from: 'value' | 'page'
  /** Grows, so that picking the same again is news. */
  readonly turn: number
}

type Lit = { readonly hovered: string | undefined; readonly picked: PickedMark | undefined }

type Spotlight = {
  readonly lit: Readable<Lit>
  hover(id: string | undefined): void
  pick(id: string, from: PickedMark['from'], place?: number): void
  /** Nothing is picked any more. */
  clear(): void
}

/** What the prompts and the document point out to each other. */
export function createSpotlight(): Spotlight {
  const lit = createStore<Lit>({ hovered: undefined, picked: undefined })
  return {
    lit,
    hover(id) {
      if (lit.get().hovered !== id) lit.set({ ...lit.get(), hovered: id })
    },
    pick(id, from, place = 0) {
      const { picked } = lit.get()
      lit.set({ ...lit.get(), picked: { id, from, place, turn: (picked?.turn ?? 0) + 1 } })
    },
    clear: () => lit.set({ hovered: undefined, picked: undefined }),
  }
}

const SpotlightContext = createContext<Spotlight | undefined>(undefined)
export const SpotlightProvider = SpotlightContext.Provider

export function useSpotlight(): Spotlight {
  const spotlight = use(SpotlightContext)
  if (!spotlight) throw new Error('useSpotlight needs a SpotlightProvider above it.')
  return spotlight
}

const useLit = <Part,>(select: (lit: Lit) => Part): Part => useStore(useSpotlight().lit, select)

export const usePicked = (): PickedMark | undefined => useLit(({ picked }) => picked)
export const useIsHovered = (id: string): boolean => useLit(({ hovered }) => hovered === id)
export const usePickOf = (id: string): PickedMark | undefined =>
  useLit(({ picked }) => (picked?.id === id ? picked : undefined))
