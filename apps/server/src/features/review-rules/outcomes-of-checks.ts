import { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { z } from 'zod'

type Read = { readonly metadata?: { readonly checks?: unknown } | undefined }

/**
 * Returns the outcomes of the check with that name, or of all checks when the name is empty; none
 * for a check that was not made.
 */
export function outcomesOf({ metadata }: Read, name: string): readonly string[] {
  const checks = z.array(CheckOutcome).safeParse(metadata?.checks ?? [])
  if (!checks.success) return []
  return checks.data
    .filter((check) => name === '' || check.name === name)
    .map(({ outcome }) => outcome)
}
