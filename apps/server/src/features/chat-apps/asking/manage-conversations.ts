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

type ManageConversationsDependencies = Pick<Context, 'db'>
type ManageConversationsTarget = { readonly actor: Actor; readonly id: string }

/** Maximum number of conversations in a list. */
const maxHistories = 200

/** Lists the actor's own conversations, newest first. */
export async function listConversations(
  ctx: ManageConversationsDependencies,
  { actor, appId }: { readonly actor: Actor; readonly appId: string },
): Promise<ChatHistoryRow[]> {
  await getChatApp(ctx, { actor, id: appId })
  return findHistories(tenantOf(ctx, actor), { userId: actor.userId, appId }, maxHistories)
}

type New = { readonly actor: Actor; readonly appId: string; readonly label: string }

export async function beginConversation(
  ctx: ManageConversationsDependencies,
  { actor, appId, label }: New,
): Promise<ChatHistoryRow> {
  const tenant = tenantOf(ctx, actor)
  if (!(await findChatApp(tenant, actor, appId))) {
    throw invalid('appId', 'This app does not exist.', 'does_not_exist')
  }
  return insertHistory(tenant, { userId: actor.userId, appId, label })
}

/** Returns the questions and answers of a conversation, oldest first. */
export async function readConversation(
  ctx: ManageConversationsDependencies,
  { actor, id }: ManageConversationsTarget,
): Promise<ChatQuestionRow[]> {
  const tenant = tenantOf(ctx, actor)
  const history = await findHistory(tenant, { userId: actor.userId, id })
  if (!history || !(await findChatApp(tenant, actor, history.app_id)))
    throw notFound('conversation')
  return findQuestions(tenant, id)
}

export async function deleteConversation(
  ctx: ManageConversationsDependencies,
  { actor, id }: ManageConversationsTarget,
): Promise<void> {
  const isGone = await removeHistory(tenantOf(ctx, actor), { userId: actor.userId, id })
  if (!isGone) throw notFound('conversation')
}
