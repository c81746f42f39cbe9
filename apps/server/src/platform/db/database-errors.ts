import { NoResultError } from 'kysely'

const uniqueViolation = '23505'
const referenceViolations = ['23001', '23503']

type DatabaseError = { readonly code?: string; readonly constraint?: string } | null

/** Whether a row violates a unique constraint. */
const isUniqueViolation = (error: unknown) => (error as DatabaseError)?.code === uniqueViolation

/** Whether a row violates this unique constraint. */
export const violatesUniqueConstraint = (error: unknown, constraint: string) =>
  isUniqueViolation(error) && (error as DatabaseError)?.constraint === constraint

/** Whether a deleted row is still referenced, or a new row refers to a missing one. */
export const violatesReference = (error: unknown) =>
  referenceViolations.includes((error as DatabaseError)?.code ?? '')

/** Whether an update found no row because it was deleted a moment ago. */
export const isMissingRowUpdate = (error: unknown) =>
  error instanceof NoResultError && error.node.kind === 'UpdateQueryNode'
