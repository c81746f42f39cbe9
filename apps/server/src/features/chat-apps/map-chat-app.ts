import { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import type * as api from '@recto/contract/chat-apps/chat-apps'
import { fromWire, newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { findWorkflowNamesById } from '../workflows/workflows.port.ts'
import type { CannedQuestionRow } from './canned-questions.store.ts'
import type { ChatAppRow } from './chat-apps.store.ts'

export const toChatAppRefusal = rethrowWithWireFields({
  ...wireNamesOf(chatAppFields),
  appId: 'app_id',
})

export const newChatApp = (body: api.NewChatApp) => newFromWire(chatAppFields, body)

export const chatAppChanges = (body: api.ChatAppChanges) => fromWire(chatAppFields, body)

export async function presentChatApps(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  apps: readonly ChatAppRow[],
): Promise<api.ChatApp[]> {
  const workflowIds = apps.map((app) => app.workflow_id)
  const names = await findWorkflowNamesById(tenantOf(ctx, actor), workflowIds)
  return apps.map((app) => ({
    id: app.id,
    ...presentFields(chatAppFields, app),
    workflow_name: names.get(app.workflow_id) ?? '',
  }))
}

export const presentCannedQuestion = (row: CannedQuestionRow): api.CannedQuestion => ({
  id: row.id,
  question: row.question,
  app_id: row.app_id,
  is_active: row.is_active,
})
