import { NoResultError } from 'kysely'

const unique = '23505'
const referred = ['23001', '23503']

type Refusal = { readonly code?: string; readonly constraint?: string } | null

/** The database refused a row because another has its name. */
const isNameTaken = (error: unknown) => (error as Refusal)?.code === unique

/** The database refused a row because another has what the constraint lets be there once. */
export const breaksUnique = (error: unknown, constraint: string) =>
  isNameTaken(error) && (error as Refusal)?.constraint === constraint

/** The database refused to delete what another row refers to, or to refer to what is gone. */
export const breaksReference = (error: unknown) => referred.includes((error as Refusal)?.code ?? '')

/** A row that was found a moment ago was deleted before it could be changed. */
export const changesNothing = (error: unknown) =>
  error instanceof NoResultError && error.node.kind === 'UpdateQueryNode'
