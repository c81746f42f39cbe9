import { LookupStatus } from '@recto/contract/lookups/lookup-matches'
import { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { z } from 'zod'

type Read = {
  readonly metadata?: { readonly checks?: unknown; readonly lookups?: unknown } | undefined
}

/**
 * Returns the outcomes of the check with that name, or of all checks when the name is empty; none
 * for a check that was not made.
 */
export function outcomesOfChecks({ metadata }: Read, name: string): readonly string[] {
  const checks = z.array(CheckOutcome).safeParse(metadata?.checks ?? [])
  if (!checks.success) return []
  return checks.data
    .filter((check) => name === '' || check.name === name)
    .map(({ outcome }) => outcome)
}

const WithStatus = z.object({ status: LookupStatus })
const Lookups = z.record(z.string(), WithStatus.extend({ rows: z.array(WithStatus).optional() }))

/**
 * Returns the statuses of the matches of the field with that name, or of all matches when the name is empty; those of
 * the rows of a list that has some, and none for a field that was not matched.
 */
export function statusesOfLookups({ metadata }: Read, name: string): readonly string[] {
  const lookups = Lookups.safeParse(metadata?.lookups ?? {})
  if (!lookups.success) return []
  return Object.entries(lookups.data)
    .filter(([key]) => name === '' || key === name)
    .flatMap(([, { status, rows = [] }]) =>
      rows.length > 0 ? rows.map((row) => row.status) : [status],
    )
}
