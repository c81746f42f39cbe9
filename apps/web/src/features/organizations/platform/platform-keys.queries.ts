import * as api from '@recto/contract/organizations/platform-keys'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import { type KeySlot, slotsFromWire } from './platform-key.ts'

export const keySlots = readAs(api.listPlatformKeys, {}, slotsFromWire)

const makesStale = [api.listPlatformKeys]

/** Creates a key. If the organization has no active key, the new one becomes active. */
export const useGenerateKey = () =>
  useChange(api.createPlatformKey, {
    makesStale,
    toWire: ({ name, isActive }: { name: KeySlot['name']; isActive: boolean }) => ({
      body: { key_name: name, is_active: isActive },
    }),
  })

export const useRefreshKey = () =>
  useChange(api.refreshPlatformKey, {
    makesStale,
    toWire: ({ name, id }: { name: KeySlot['name']; id: string }) => ({
      body: { id, key_name: name },
    }),
  })

export const useSwitchKey = () =>
  useChange(api.switchPlatformKey, {
    makesStale,
    toWire: ({ id, isActive }: { id: string; isActive: boolean }) => ({
      params: { id },
      body: { action: isActive ? ('ACTIVATE' as const) : ('DEACTIVATE' as const) },
    }),
  })

/** Deletes the key with the given id. */
export const useDeleteKey = () =>
  useChange(api.deletePlatformKey, { makesStale, toWire: (id: string) => ({ params: { id } }) })
