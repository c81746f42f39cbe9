import type { AdapterListItem, AdapterType } from '@recto/contract/adapters/adapters'

/** A service that this organization has configured. */
export type ConfiguredAdapter = {
  readonly id: string
  readonly name: string
  readonly type: AdapterType
  readonly description: string | null
  /** An address, or an emoji. */
  readonly icon: string
  /** Undefined if its settings do not name one. */
  readonly model: string | undefined
  /** Whether it works without a key and without the network. */
  readonly isBuiltIn: boolean
  /** Whether it is external, so that texts leave the installation. */
  readonly isExternal: boolean
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  /** Reason why it is used less, while it is not responding. */
  readonly problem: string | undefined
  /** Whether it was copied without its secret, so that it cannot be used yet. */
  readonly needsSecret: boolean
  /** Reason why it can no longer be used, and its replacement. */
  readonly retired: string | undefined
}

export const configuredFromWire = (wire: AdapterListItem): ConfiguredAdapter => ({
  id: wire.id,
  name: wire.adapter_name,
  type: wire.adapter_type,
  description: wire.description,
  icon: wire.icon,
  model: wire.model,
  isBuiltIn: wire.adapter_id.startsWith('recto-builtin|'),
  isExternal: wire.is_outside ?? false,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner ?? false,
  problem: wire.trouble?.message,
  needsSecret: (wire.missing_secrets ?? []).length > 0,
  retired: wire.deprecation_metadata?.reason,
})
