import type * as api from '@recto/contract/text-product'

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

/** How a key is shown to whoever looks over a shoulder. */
export const masked = (key: string): string => `••••${key.slice(-4)}`
