import { invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import {
  type CannedQuestionRow,
  changeCannedQuestion,
  findCannedQuestions,
  insertCannedQuestion,
  removeCannedQuestion,
} from './canned-questions.store.ts'
import { findChatApp } from './chat-apps.store.ts'
import { getChatApp } from './manage-chat-apps.ts'

type Needs = Pick<Context, 'db'>
type Named = { readonly actor: Actor; readonly id: string }

/** More than this no list of an app shows. */
const mostQuestions = 100

export async function listCannedQuestions(
  ctx: Needs,
  { actor, appId }: { readonly actor: Actor; readonly appId: string },
): Promise<CannedQuestionRow[]> {
  await getChatApp(ctx, { actor, id: appId })
  return findCannedQuestions(tenantOf(ctx, actor), appId)
}

type New = { readonly actor: Actor; readonly appId: string; readonly question: string }

export async function addCannedQuestion(
  ctx: Needs,
  { actor, ...fields }: New,
): Promise<CannedQuestionRow> {
  const tenant = tenantOf(ctx, actor)
  if (!(await findChatApp(tenant, fields.appId))) {
    throw invalid('appId', 'There is no such app.', 'does_not_exist')
  }
  const added = await inTransaction(tenant, (within) =>
    insertCannedQuestion(within, fields, mostQuestions),
  )
  if (!added) throw invalid('question', `An app has at most ${mostQuestions} canned questions.`)
  return added
}

type Changes = { readonly question: string; readonly isActive: boolean }

export async function updateCannedQuestion(
  ctx: Needs,
  { actor, id, ...changes }: Named & Changes,
): Promise<CannedQuestionRow> {
  const changed = await changeCannedQuestion(tenantOf(ctx, actor), id, changes)
  if (!changed) throw notFound('canned question')
  return changed
}

export async function deleteCannedQuestion(ctx: Needs, { actor, id }: Named): Promise<void> {
  if (!(await removeCannedQuestion(tenantOf(ctx, actor), id))) throw notFound('canned question')
}
