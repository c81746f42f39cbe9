import type * as api from '@recto/contract/text-service/text-product'

export type TextKey = {
  readonly id: string
  readonly key: string
  readonly plan: { readonly id: string; readonly name: string }
  readonly createdAt: string
  readonly isActive: boolean
}

export const textKeyFromWire = ({
  id,
  api_key,
  product,
  created_at,
  is_active,
}: api.TextKeyItem): TextKey => ({
  id,
  key: api_key,
  plan: product,
  createdAt: created_at,
  isActive: is_active,
})

/** Masks a key except for its last characters, so that others cannot read it from the screen. */
export const maskKey = (key: string): string => `••••${key.slice(-4)}`
