import type { SignedIn } from './signed-in.ts'

/**
 * Whether the user may only use the review area, as reviewers and supervisors: the server refuses
 * all other requests.
 */
export const worksInReview = ({ role }: Pick<SignedIn, 'role'>): boolean =>
  /_(reviewer|supervisor)$/.test(role ?? '')
