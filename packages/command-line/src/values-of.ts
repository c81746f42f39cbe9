import type { ResultItem } from '@recto/contract/deployment-runs'

/** What came of a document: its values, or why there are none. Some values may have failed beside others. */
export type DocumentValues = {
  readonly values?: Readonly<Record<string, unknown>>
  readonly error?: string
}

export function valuesOf([item]: readonly ResultItem[]): DocumentValues {
  const { output } = (item?.result ?? {}) as { readonly output?: Record<string, unknown> }
  const error = item?.error ?? undefined
  if (!output) return { error: error ?? 'It has no result.' }
  return { values: output, ...(error !== undefined && { error }) }
}
