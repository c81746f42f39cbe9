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
  const error = item?.error ?? describeLostValues(item?.metadata)
  if (!output) return { error: error ?? 'The document has no result.' }
  return omitUndefined({ values: output, error })
}

/** A file is a success for the server even if some of its values could not be read. */
function describeLostValues(metadata: ResultItem['metadata'] | undefined): string | undefined {
  const errors = Object.entries((metadata?.errors ?? {}) as Readonly<Record<string, string>>)
  if (errors.length === 0) return undefined
  return errors.map(([key, text]) => `“${key}”: ${text}`).join(' ')
}
