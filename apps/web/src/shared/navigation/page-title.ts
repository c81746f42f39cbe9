import { useEffect } from 'react'
import { createStore, useStore } from '../store/create-store.ts'

const current = createStore<string | undefined>(undefined)

/** Names the thing that the page shows: last word of the breadcrumb, first word of the window's title. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    current.set(title)
    document.title = title ? `${title} · Recto` : 'Recto'
    return () => current.set(undefined)
  }, [title])
}

export const useCurrentTitle = (): string | undefined => useStore(current, (title) => title)
