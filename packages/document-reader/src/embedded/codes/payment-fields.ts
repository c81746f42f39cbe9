import type {
  EmbeddedData,
  EmbeddedPlace,
  EmbeddedProblem,
  EmbeddedSource,
  EmbeddedValue,
} from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import { compact, remainder97 } from '../iban.ts'

type Field = {
  readonly name: string
  readonly term?: string
  readonly kind?: EmbeddedValue['kind']
  readonly text: string | undefined
}

/** A check of a field, and the terms that become doubtful if it fails. */
type Check = { readonly fails: boolean; readonly text: string; readonly terms?: readonly string[] }

/** The fields of a payment code that say anything, and those of its checks that fail. */
export function paymentData(
  { source, place }: { readonly source: EmbeddedSource; readonly place: EmbeddedPlace },
  fields: readonly Field[],
  checks: readonly Check[],
): EmbeddedData {
  const values = fields.flatMap(({ name, term, kind = 'text', text = '' }): EmbeddedValue[] => {
    const value = text.trim()
    if (value === '' || (kind === 'number' && !isAmount(value))) return []
    return [{ source, name, ...omitUndefined({ term: term || undefined }), kind, value, place }]
  })
  const problems = checks
    .filter(({ fails }) => fails)
    .map(
      ({ text, terms }): EmbeddedProblem => ({ source, place, text, ...omitUndefined({ terms }) }),
    )
  return { values, problems }
}

export const isAmount = (text: string): boolean => /^\d{1,12}(?:\.\d{1,2})?$/.test(text)

/** A creditor reference of ISO 11649: its check digits agree. */
export function isCreditorReference(text: string): boolean {
  const reference = compact(text)
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/i.test(reference)) return false
  return remainder97(reference.slice(4) + reference.slice(0, 4)) === 1
}
