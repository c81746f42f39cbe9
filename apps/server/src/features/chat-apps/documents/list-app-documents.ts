import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type AppDocument, findAppDocuments } from '../../executions/executions.port.ts'
import { getChatApp } from '../manage-chat-apps.ts'

/** Lists the documents that the workflow has delivered to the app, oldest first. */
export async function listAppDocuments(
  ctx: Pick<Context, 'db'>,
  target: { readonly actor: Actor; readonly id: string },
): Promise<AppDocument[]> {
  const app = await getChatApp(ctx, target)
  return findAppDocuments(tenantOf(ctx, target.actor), app.workflow_id)
}
