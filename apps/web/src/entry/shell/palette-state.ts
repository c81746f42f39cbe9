import { createStore, useStore } from '../../shared/store/create-store.ts'

type Overlay = 'palette' | 'shortcuts' | undefined

const open = createStore<Overlay>(undefined)

export const openPalette = (): void => open.set('palette')
export const openShortcuts = (): void => open.set('shortcuts')
export const closeOverlay = (): void => open.set(undefined)
export const useOverlay = (): Overlay => useStore(open, (overlay) => overlay)
