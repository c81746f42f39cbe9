import { useMemo } from 'react'
import { type Readable, useStore } from '../store/create-store.ts'

/** Returns whether a media query matches, and follows its changes. */
export function useMedia(query: string): boolean {
  return useStore(
    useMemo(() => mediaOf(query), [query]),
    (matches) => matches,
  )
}

const mediaOf = (query: string): Readable<boolean> => ({
  get: () => window.matchMedia(query).matches,
  subscribe(listener) {
    const list = window.matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  },
})
