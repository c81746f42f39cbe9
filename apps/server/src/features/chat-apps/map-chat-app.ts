import type * as api from '@recto/contract/chat-apps/chat-apps'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { findWorkflowNamesById } from '../workflows/workflows.port.ts'
import type { CannedQuestionRow } from './canned-questions.store.ts'
import type { ChatAppRow } from './chat-apps.store.ts'

export const toChatAppRefusal = rethrowWithWireFields({
  workflowId: 'workflow',
  appName: 'app_name',
  appId: 'app_id',
})

export const newChatApp = (body: api.NewChatApp) => ({
  appName: body.app_name,
  displayName: body.app_display_name,
  description: body.description,
  workflowId: body.workflow,
})

export const chatAppChanges = (body: api.ChatAppChanges) => ({
  appName: body.app_name,
  displayName: body.app_display_name,
  description: body.description,
  workflowId: body.workflow,
})

export async function presentChatApps(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  apps: readonly ChatAppRow[],
): Promise<api.ChatApp[]> {
  const workflowIds = apps.map((app) => app.workflow_id)
  const names = await findWorkflowNamesById(tenantOf(ctx, actor), workflowIds)
  return apps.map((app) => ({
    id: app.id,
    app_name: app.app_name,
    app_display_name: app.display_name,
    description: app.description,
    workflow: app.workflow_id,
    workflow_name: names.get(app.workflow_id) ?? '',
  }))
}

export const presentCannedQuestion = (row: CannedQuestionRow): api.CannedQuestion => ({
  id: row.id,
  question: row.question,
  app_id: row.app_id,
  is_active: row.is_active,
})
