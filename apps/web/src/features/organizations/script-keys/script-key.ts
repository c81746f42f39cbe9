/** A key with which a script authenticates instead of a user. */
export type ScriptKey = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** All but its last characters are hidden. */
  readonly maskedKey: string
  readonly isActive: boolean
  readonly createdByEmail: string | null
  readonly createdAt: string
}

type Wire = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly key: string
  readonly is_active: boolean
  readonly created_by_email: string | null
  readonly created_at: string
}

export const scriptKeyFromWire = (wire: Wire): ScriptKey => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  maskedKey: wire.key,
  isActive: wire.is_active,
  createdByEmail: wire.created_by_email,
  createdAt: wire.created_at,
})
