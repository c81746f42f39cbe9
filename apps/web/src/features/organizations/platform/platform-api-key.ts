import type { KeyPermission, PlatformApiKey as WireKey } from '@recto/contract/platform-api'
import { type ScriptKey, scriptKeyFromWire } from '../script-keys/script-key.ts'

/** What lets a script do what a browser can. */
export type PlatformApiKey = ScriptKey & { readonly permission: KeyPermission }

export const platformApiKeyFromWire = (wire: WireKey): PlatformApiKey => ({
  ...scriptKeyFromWire(wire),
  permission: wire.permission,
})

export const permissionNames: Readonly<Record<KeyPermission, string>> = {
  read: 'Read',
  read_write: 'Read and write',
  full_access: 'Full access, also delete',
}

export type PlatformApiKeyValues = Pick<PlatformApiKey, 'name' | 'description' | 'permission'>
