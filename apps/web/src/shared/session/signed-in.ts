import { createContext, use } from 'react'
import type { Organization, UserProfile } from './account.ts'

/**
 * The signed-in user with the organization and its features. Created once by the start-up sequence.
 */
export type SignedIn = {
  readonly user: UserProfile
  readonly role: string | undefined
  /** Empty if the account is local to this installation. */
  readonly provider: string
  /** Whether the user administers the installation, and may create organizations for others. */
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

/** Whether the user approves what others have reviewed, and defines what is reviewed. */
export const mayApprove = ({ user, role = '' }: Pick<SignedIn, 'user' | 'role'>): boolean =>
  user.isAdmin || role.endsWith('_supervisor')

/** Whether the user reviews documents; whoever only builds workflows does not. */
export const mayReview = (signedIn: Pick<SignedIn, 'user' | 'role'>): boolean =>
  mayApprove(signedIn) || (signedIn.role?.endsWith('_reviewer') ?? false)

/**
 * Whether the user may only use the review area, as reviewers and supervisors: the server refuses
 * all other requests.
 */
export const isReviewOnly = ({ role }: Pick<SignedIn, 'role'>): boolean =>
  /_(reviewer|supervisor)$/.test(role ?? '')
