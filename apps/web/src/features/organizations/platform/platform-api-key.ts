import type { KeyPermission, PlatformApiKey as WireKey } from '@recto/contract/platform-api'

/** What lets a script do what a browser can. */
export type PlatformApiKey = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** All but its last characters are hidden. */
  readonly masked: string
  readonly isActive: boolean
  readonly permission: KeyPermission
  readonly createdByEmail: string | null
  readonly createdAt: string
}

export const platformApiKeyFromWire = (wire: WireKey): PlatformApiKey => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  masked: wire.key,
  isActive: wire.is_active,
  permission: wire.permission,
  createdByEmail: wire.created_by_email,
  createdAt: wire.created_at,
})

export const permissionNames: Readonly<Record<KeyPermission, string>> = {
  read: 'Read',
  read_write: 'Read and write',
  full_access: 'Full access, also delete',
}

export type PlatformApiKeyValues = Pick<PlatformApiKey, 'name' | 'description' | 'permission'>
