import { useSignedIn } from './signed-in.ts'

/** The person who created a row. */
export type OwnerOfRow = {
  readonly createdBy: number | null
  readonly createdByEmail: string | null | undefined
}

/** Returns a function that names the owner of a row from the view of the user. */
export function useOwnerName(): (row: OwnerOfRow) => string {
  const { user } = useSignedIn()
  return ({ createdBy, createdByEmail }) =>
    String(createdBy) === user.id ? 'Me' : (createdByEmail ?? '-')
}
