import { createContext, use } from 'react'
import type { Organization, UserProfile } from './account.ts'

/** Who is here, in which organization, and what it may see. Made once by the start-up sequence. */
export type SignedIn = {
  readonly user: UserProfile
  readonly role: string | undefined
  /** Empty when the account is local to this installation. */
  readonly provider: string
  /** Looks after the installation: may make organizations for others. */
  readonly isPlatformAdmin: boolean
  readonly organization: Organization
  readonly organizations: readonly Organization[]
  readonly flags: Readonly<Record<string, boolean>>
  /** The channel of the logs panel. */
  readonly logEventsId: string
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

export function useSignedIn(): SignedIn {
  const signedIn = use(SignedInContext)
  if (!signedIn) throw new Error('useSignedIn needs a signed-in page above it.')
  return signedIn
}
