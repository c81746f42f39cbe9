import { badRequest, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import {
  violatesReference,
  violatesUniqueConstraint,
} from '../../../platform/db/database-errors.ts'
import { getProject } from '../rows/access.ts'
import { restoreRemoved } from '../rows/removed.store.ts'

const nameConstraints = ['prompt_key_key', 'prompt_document_name_key']

type RestoreItemRequest = { readonly actor: Actor; readonly projectId: string; readonly id: string }

/** Restores a prompt, a note or a document that was just deleted, with its outputs. */
export async function restoreItem(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, id }: RestoreItemRequest,
): Promise<'prompt' | 'document'> {
  await getProject(ctx, { actor, projectId })
  try {
    const kind = await inTransaction(tenantOf(ctx, actor), (tenant) =>
      restoreRemoved(tenant, { id, projectId }),
    )
    if (kind) return kind
  } catch (error) {
    if (nameConstraints.some((constraint) => violatesUniqueConstraint(error, constraint)))
      throw badRequest('Another item now has the same name. Rename that item first.')
    if (violatesReference(error))
      throw badRequest(
        'The item cannot be restored, because the item it belonged to has been deleted.',
      )
    throw error
  }
  throw notFoundWithText('No deleted prompt or document with this ID was found.')
}
