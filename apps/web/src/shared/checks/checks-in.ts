import { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { z } from 'zod'

const WithChecks = z.object({ checks: z.array(CheckOutcome) })

/** Returns the check outcomes of a result; empty if there were no checks. */
export function checksIn(metadata: unknown): readonly CheckOutcome[] {
  const parsedMetadata = WithChecks.safeParse(metadata)
  return parsedMetadata.success ? parsedMetadata.data.checks : []
}
