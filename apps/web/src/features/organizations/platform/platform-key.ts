import { platformKeyNames, type PlatformKey as WireKey } from '@recto/contract/platform-keys'

/** One of the two places for a key of the organization. */
export type KeySlot = {
  readonly name: (typeof platformKeyNames)[number]
  /** Absent while the slot is empty. */
  readonly key?: { readonly id: string; readonly text: string; readonly isActive: boolean }
}

export const slotsFromWire = (keys: readonly WireKey[]): KeySlot[] =>
  platformKeyNames.map((name) => {
    const found = keys.find(({ key_name }) => key_name === name)
    if (!found) return { name }
    return { name, key: { id: found.id, text: found.key, isActive: found.is_active } }
  })
