import { invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import {
  type CannedQuestionRow,
  changeCannedQuestion,
  findCannedQuestions,
  insertCannedQuestion,
  removeCannedQuestion,
} from './canned-questions.store.ts'
import { findChatApp } from './chat-apps.store.ts'
import { getChatApp } from './manage-chat-apps.ts'

type ManageCannedQuestionsDependencies = Pick<Context, 'db'>
type ManageCannedQuestionsTarget = { readonly actor: Actor; readonly id: string }

/** Maximum number of canned questions of an app. */
const maxCannedQuestions = 100

export async function listCannedQuestions(
  ctx: ManageCannedQuestionsDependencies,
  { actor, appId }: { readonly actor: Actor; readonly appId: string },
): Promise<CannedQuestionRow[]> {
  await getChatApp(ctx, { actor, id: appId })
  return findCannedQuestions(tenantOf(ctx, actor), appId)
}

type New = { readonly actor: Actor; readonly appId: string; readonly question: string }

export async function addCannedQuestion(
  ctx: ManageCannedQuestionsDependencies,
  { actor, ...fields }: New,
): Promise<CannedQuestionRow> {
  const tenant = tenantOf(ctx, actor)
  if (!(await findChatApp(tenant, fields.appId))) {
    throw invalid('appId', 'This app does not exist.', 'does_not_exist')
  }
  const newQuestion = await inTransaction(tenant, (transaction) =>
    insertCannedQuestion(transaction, fields, maxCannedQuestions),
  )
  if (!newQuestion)
    throw invalid('question', `An app can have at most ${maxCannedQuestions} canned questions.`)
  return newQuestion
}

type Changes = { readonly question: string; readonly isActive: boolean }

export async function updateCannedQuestion(
  ctx: ManageCannedQuestionsDependencies,
  { actor, id, ...changes }: ManageCannedQuestionsTarget & Changes,
): Promise<CannedQuestionRow> {
  const updatedCannedQuestion = await changeCannedQuestion(tenantOf(ctx, actor), id, changes)
  if (!updatedCannedQuestion) throw notFound('canned question')
  return updatedCannedQuestion
}

export async function deleteCannedQuestion(
  ctx: ManageCannedQuestionsDependencies,
  { actor, id }: ManageCannedQuestionsTarget,
): Promise<void> {
  if (!(await removeCannedQuestion(tenantOf(ctx, actor), id))) throw notFound('canned question')
}
