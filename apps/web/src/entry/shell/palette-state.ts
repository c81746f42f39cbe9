import { useSyncExternalStore } from 'react'

export type Overlay = 'palette' | 'shortcuts' | undefined

let open: Overlay
const listeners = new Set<() => void>()

function show(overlay: Overlay): void {
  open = overlay
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openPalette = (): void => show('palette')
export const openShortcuts = (): void => show('shortcuts')
export const closeOverlay = (): void => show(undefined)
export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => open)
