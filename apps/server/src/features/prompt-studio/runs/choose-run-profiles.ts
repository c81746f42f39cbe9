import { notFound } from '../../../platform/app-error.ts'
import { defaultOf } from '../rows/get-default-profile.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'

export type RunProfiles = {
  /** Answers the prompt. */
  readonly answering: LlmProfileRow
  /** Under it the output is stored. */
  readonly storing: LlmProfileRow
}

type Wanted = {
  readonly requestedId: string | undefined
  readonly promptProfileId: string | null
}

/**
 * What was asked for comes first, then the prompt's own profile, then the project's default. The
 * output is stored under what was asked for or under the default, never under the prompt's own.
 */
export function chooseRunProfiles(
  profiles: readonly LlmProfileRow[],
  { requestedId, promptProfileId }: Wanted,
): RunProfiles {
  if (requestedId) {
    const requested = profiles.find(({ id }) => id === requestedId)
    if (!requested) throw notFound('profile')
    return { answering: requested, storing: requested }
  }
  const storing = defaultOf(profiles)
  return { answering: profiles.find(({ id }) => id === promptProfileId) ?? storing, storing }
}
