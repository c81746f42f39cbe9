import type {
  KeyPermission,
  PlatformApiKey as WireKey,
} from '@recto/contract/organizations/platform-api'
import { type ScriptKey, scriptKeyFromWire } from '../script-keys/script-key.ts'

/** A key with which a script has the same access as a user in the browser. */
export type PlatformApiKey = ScriptKey & { readonly permission: KeyPermission }

export const platformApiKeyFromWire = (wire: WireKey): PlatformApiKey => ({
  ...scriptKeyFromWire(wire),
  permission: wire.permission,
})

export const permissionNames: Readonly<Record<KeyPermission, string>> = {
  read: 'Read',
  read_write: 'Read and write',
  full_access: 'Full access, including delete',
}

export type PlatformApiKeyValues = Pick<PlatformApiKey, 'name' | 'description' | 'permission'>
