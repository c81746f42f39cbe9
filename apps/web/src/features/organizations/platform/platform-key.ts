import {
  platformKeyNames,
  type PlatformKey as WireKey,
} from '@recto/contract/organizations/platform-keys'

/** One of the organization's two key slots. */
export type KeySlot = {
  readonly name: (typeof platformKeyNames)[number]
  /** Undefined while the slot is empty. */
  readonly key?: { readonly id: string; readonly text: string; readonly isActive: boolean }
}

export const slotsFromWire = (keys: readonly WireKey[]): KeySlot[] =>
  platformKeyNames.map((name) => {
    const slot = keys.find(({ key_name }) => key_name === name)
    if (!slot) return { name }
    return { name, key: { id: slot.id, text: slot.key, isActive: slot.is_active } }
  })
