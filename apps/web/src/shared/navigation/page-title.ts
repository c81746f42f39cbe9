import { useEffect } from 'react'
import { createStore, useStore } from '../store/create-store.ts'

const current = createStore<string | undefined>(undefined)

/**
 * Sets the title of the page: the last part of the breadcrumb and the first part of the window's
 * title.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    current.set(title)
    document.title = title ? `${title} · Recto` : 'Recto'
    return () => current.set(undefined)
  }, [title])
}

export const useCurrentTitle = (): string | undefined => useStore(current, (title) => title)
