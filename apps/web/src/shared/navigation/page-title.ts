import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

function set(title: string | undefined): void {
  current = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the thing that the page shows: last word of the breadcrumb, first word of the window's title. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    set(title)
    document.title = title ? `${title} · Recto` : 'Recto'
    return () => set(undefined)
  }, [title])
}

export const useCurrentTitle = (): string | undefined =>
  useSyncExternalStore(subscribe, () => current)
