import type { SignedIn } from './signed-in.ts'

/** Reviewers and supervisors have no business outside the review area: the server refuses them the rest. */
export const worksInReview = ({ role }: Pick<SignedIn, 'role'>): boolean =>
  /_(reviewer|supervisor)$/.test(role ?? '')
