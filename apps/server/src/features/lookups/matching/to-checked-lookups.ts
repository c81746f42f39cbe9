import type { CheckedLookups } from '@recto/extraction/checked-lookups'
import type { ValueMatch } from './to-match.ts'

/** Converts matches to the form in which checks see them. */
export const toCheckedLookups = (matches: ReadonlyMap<string, ValueMatch>): CheckedLookups =>
  Object.fromEntries(
    [...matches].map(([key, { match, row }]) => {
      const { status, row_key, score, by: origin } = match
      return [key, { status, row_key, score, by: origin, row }]
    }),
  )
