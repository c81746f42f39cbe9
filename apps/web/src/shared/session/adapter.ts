import type { AdapterListItem, AdapterType } from '@recto/contract/adapters'

/** A service that this organization has configured. */
export type ConfiguredAdapter = {
  readonly id: string
  readonly name: string
  readonly type: AdapterType
  readonly description: string | null
  /** An address, or an emoji. */
  readonly icon: string
  /** Absent when its settings name none. */
  readonly model: string | undefined
  /** Works without a key and without the network. */
  readonly isBuiltIn: boolean
  /** What goes there leaves the house. */
  readonly isOutside: boolean
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  /** Why it is asked less, while it does not answer. */
  readonly trouble: string | undefined
  /** Why it cannot be used any more, and what to choose in its place. */
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
  isOutside: wire.is_outside ?? false,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner ?? false,
  trouble: wire.trouble?.message,
  retired: wire.deprecation_metadata?.reason,
})
