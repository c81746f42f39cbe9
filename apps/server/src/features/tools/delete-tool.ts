import { permits } from '@recto/contract/policy/permits'
import { conflict, forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { listToolRows, listToolShares, removeTool } from './tools.store.ts'

/** Withdraws a tool, which its project can export again. Refused while a workflow uses it. */
export async function deleteTool(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const [tool] = await listToolRows(tenant, { ids: [id] })
  const sharedWith = (await listToolShares(tenant, [id])).get(id) ?? []
  if (!tool || !permits(actor, 'tool/see', { ...tool, sharedWith })) throw notFound('tool')
  if (!permits(actor, 'tool/delete', { ...tool, sharedWith })) throw forbidden()
  await inTransaction(tenant, async (transaction) => {
    // The refusal of the database has aborted the transaction, so it must be thrown inside it.
    if (!(await removeTool(transaction, id))) {
      throw conflict(`“${tool.name}” cannot be deleted, because a workflow uses it.`)
    }
    await recordChange(transaction, actor, {
      action: 'tool.deleted',
      subject: { type: 'tool', id, name: tool.name },
      before: { name: tool.name, description: tool.description },
    })
  })
}
