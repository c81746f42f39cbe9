import { CheckOutcome } from '@recto/contract/checks'
import { z } from 'zod'

type Read = { readonly metadata?: { readonly checks?: unknown } | undefined }

/** How the check of that name came out on a file, and every check where there is no name; none of one that was not made. */
export function outcomesOf({ metadata }: Read, name: string): readonly string[] {
  const checks = z.array(CheckOutcome).safeParse(metadata?.checks ?? [])
  if (!checks.success) return []
  return checks.data
    .filter((check) => name === '' || check.name === name)
    .map(({ outcome }) => outcome)
}
