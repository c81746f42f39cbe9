import type { Context } from '../../../platform/context.ts'
import { deleteSession } from './sessions.store.ts'

/** After this no request with the session's cookie is known, not even one on its way. */
export async function endSession(
  { db }: Pick<Context, 'db'>,
  { tokenHash }: { readonly tokenHash: string },
): Promise<void> {
  await deleteSession(db, tokenHash)
}
