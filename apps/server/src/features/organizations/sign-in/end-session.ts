import type { Installation } from '../../../platform/db/database.ts'
import { deleteSession } from './sessions.store.ts'

/** After this no request with the session's cookie is known, not even one on its way. */
export async function endSession(
  installation: Installation,
  { tokenHash }: { readonly tokenHash: string },
): Promise<void> {
  await deleteSession(installation, tokenHash)
}
