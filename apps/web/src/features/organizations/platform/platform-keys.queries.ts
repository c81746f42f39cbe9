import * as api from '@recto/contract/organizations/platform-keys'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import { type KeySlot, slotsFromWire } from './platform-key.ts'

export const keySlots = readAs(api.listPlatformKeys, {}, slotsFromWire)

const invalidates = [api.listPlatformKeys]

/** Creates a key. If the organization has no active key, the new one becomes active. */
export const useGenerateKey = () =>
  useChange(api.createPlatformKey, {
    invalidates,
    toWire: ({ name, isActive }: { name: KeySlot['name']; isActive: boolean }) => ({
      body: { key_name: name, is_active: isActive },
    }),
  })

export const useRefreshKey = () =>
  useChange(api.refreshPlatformKey, {
    invalidates,
    toWire: ({ name, id }: { name: KeySlot['name']; id: string }) => ({
      body: { id, key_name: name },
    }),
  })

export const useSwitchKey = () =>
  useChange(api.switchPlatformKey, {
    invalidates,
    toWire: ({ id, isActive }: { id: string; isActive: boolean }) => ({
      params: { id },
      body: { action: isActive ? ('ACTIVATE' as const) : ('DEACTIVATE' as const) },
    }),
  })

/** Deletes the key with the given id. */
export const useDeleteKey = () =>
  useChange(api.deletePlatformKey, { invalidates, toWire: (id: string) => ({ params: { id } }) })
