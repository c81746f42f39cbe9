import type { Installation } from '../../../platform/db/database.ts'
import { deleteSession } from './sessions.store.ts'

/**
 * Ends a session. No later request with its cookie is accepted, not even one that is already on its
 * way.
 */
export async function endSession(
  installation: Installation,
  { tokenHash }: { readonly tokenHash: string },
): Promise<void> {
  await deleteSession(installation, tokenHash)
}
