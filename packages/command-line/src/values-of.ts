import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import { omitUndefined } from '@recto/omit-undefined'

/**
 * Result of a document: its values, or the reason why there are none. Both are set if some values
 * failed.
 */
export type DocumentValues = {
  readonly values?: Readonly<Record<string, unknown>>
  readonly error?: string
}

export function valuesOf([item]: readonly ResultItem[]): DocumentValues {
  const { output } = (item?.result ?? {}) as { readonly output?: Record<string, unknown> }
  const error = item?.error ?? undefined
  if (!output) return { error: error ?? 'The document has no result.' }
  return omitUndefined({ values: output, error })
}
