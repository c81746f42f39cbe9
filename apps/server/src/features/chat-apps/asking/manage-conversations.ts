import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findChatApp } from '../chat-apps.store.ts'
import { getChatApp } from '../manage-chat-apps.ts'
import {
  type ChatHistoryRow,
  findHistories,
  findHistory,
  insertHistory,
  removeHistory,
} from './conversations.store.ts'
import { type ChatQuestionRow, findQuestions } from './questions.store.ts'

type Needs = Pick<Context, 'db'>
type Named = { readonly actor: Actor; readonly id: string }

/** More than this no list shows. */
const mostHistories = 200

/** The actor's own, newest first. */
export async function listConversations(
  ctx: Needs,
  { actor, appId }: { readonly actor: Actor; readonly appId: string },
): Promise<ChatHistoryRow[]> {
  await getChatApp(ctx, { actor, id: appId })
  return findHistories(tenantOf(ctx, actor), { userId: actor.userId, appId }, mostHistories)
}

type New = { readonly actor: Actor; readonly appId: string; readonly label: string }

export async function beginConversation(
  ctx: Needs,
  { actor, appId, label }: New,
): Promise<ChatHistoryRow> {
  const tenant = tenantOf(ctx, actor)
  if (!(await findChatApp(tenant, appId))) {
    throw invalid('appId', 'There is no such app.', 'does_not_exist')
  }
  return insertHistory(tenant, { userId: actor.userId, appId, label })
}

/** What was asked and answered in it, oldest first. */
export async function readConversation(
  ctx: Needs,
  { actor, id }: Named,
): Promise<ChatQuestionRow[]> {
  const tenant = tenantOf(ctx, actor)
  const history = await findHistory(tenant, { userId: actor.userId, id })
  if (!history) throw notFound('conversation')
  return findQuestions(tenant, id)
}

export async function deleteConversation(ctx: Needs, { actor, id }: Named): Promise<void> {
  const isGone = await removeHistory(tenantOf(ctx, actor), { userId: actor.userId, id })
  if (!isGone) throw notFound('conversation')
}
