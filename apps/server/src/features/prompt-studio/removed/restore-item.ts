import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { breaksReference, breaksUnique } from '../../../platform/db/refusals.ts'
import { getProject } from '../rows/get-project.ts'
import { putBack } from '../rows/removed.store.ts'

const names = ['prompt_key_key', 'prompt_document_name_key']

type Input = { readonly actor: Actor; readonly projectId: string; readonly id: string }

/** Brings back a prompt, a note or a document that was just deleted, with the outputs that it had. */
export async function restoreItem(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, id }: Input,
): Promise<'prompt' | 'document'> {
  await getProject(ctx, { actor, projectId })
  try {
    const kind = await inTransaction(tenantOf(ctx, actor), (tenant) =>
      putBack(tenant, { id, projectId }),
    )
    if (kind) return kind
  } catch (error) {
    if (names.some((name) => breaksUnique(error, name)))
      throw badRequest('Its name has been given again meanwhile.')
    if (breaksReference(error)) throw badRequest('What it belonged to has been deleted.')
    throw error
  }
  throw notFound('deleted prompt or document')
}
