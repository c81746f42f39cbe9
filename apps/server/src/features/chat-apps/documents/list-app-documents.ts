import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findAppDocuments, type HandedDocument } from '../../executions/executions.port.ts'
import { getChatApp } from '../manage-chat-apps.ts'

/** What its workflow has handed to the app, oldest first. */
export async function listAppDocuments(
  ctx: Pick<Context, 'db'>,
  named: { readonly actor: Actor; readonly id: string },
): Promise<HandedDocument[]> {
  const app = await getChatApp(ctx, named)
  return findAppDocuments(tenantOf(ctx, named.actor), app.workflow_id)
}
