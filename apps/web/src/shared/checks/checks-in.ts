import { CheckOutcome } from '@recto/contract/checks'
import { z } from 'zod'

const WithChecks = z.object({ checks: z.array(CheckOutcome) })

/** What checks say of a result; nothing where there were none. */
export function checksIn(metadata: unknown): readonly CheckOutcome[] {
  const known = WithChecks.safeParse(metadata)
  return known.success ? known.data.checks : []
}
