import { invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  type CannedQuestionRow,
  changeCannedQuestion,
  findCannedQuestion,
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
  if (!(await findChatApp(tenant, actor, fields.appId))) {
    throw invalid('appId', 'This app does not exist.', 'does_not_exist')
  }
  return inTransaction(tenant, async (transaction) => {
    const newQuestion = await insertCannedQuestion(transaction, fields, maxCannedQuestions)
    if (!newQuestion)
      throw invalid('question', `An app can have at most ${maxCannedQuestions} canned questions.`)
    await record(transaction, actor, { done: 'created', after: newQuestion })
    return newQuestion
  })
}

type Changes = { readonly question: string; readonly isActive: boolean }

export async function updateCannedQuestion(
  ctx: ManageCannedQuestionsDependencies,
  { actor, id, ...changes }: ManageCannedQuestionsTarget & Changes,
): Promise<CannedQuestionRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldQuestion = await findCannedQuestion(tenant, id)
    await assertVisible(tenant, actor, oldQuestion)
    const updatedCannedQuestion = await changeCannedQuestion(tenant, id, changes)
    if (!oldQuestion || !updatedCannedQuestion) throw notFound('canned question')
    const rows = { before: oldQuestion, after: updatedCannedQuestion }
    await record(tenant, actor, { done: 'changed', ...rows })
    return updatedCannedQuestion
  })
}

export async function deleteCannedQuestion(
  ctx: ManageCannedQuestionsDependencies,
  { actor, id }: ManageCannedQuestionsTarget,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await assertVisible(tenant, actor, await findCannedQuestion(tenant, id))
    const row = await removeCannedQuestion(tenant, id)
    if (!row) throw notFound('canned question')
    await record(tenant, actor, { done: 'deleted', before: row })
  })
}

async function assertVisible(
  tenant: Tenant,
  actor: Actor,
  question: CannedQuestionRow | undefined,
): Promise<void> {
  if (!question || !(await findChatApp(tenant, actor, question.app_id)))
    throw notFound('canned question')
}

type CannedQuestionAuditEntry = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly before?: CannedQuestionRow
  readonly after?: CannedQuestionRow
}

async function record(
  tenant: Tenant,
  actor: Actor,
  { done, before: oldRow, after: newRow }: CannedQuestionAuditEntry,
): Promise<void> {
  const row = newRow ?? oldRow
  if (!row) return
  await recordChange(tenant, actor, {
    action: `canned-question.${done}`,
    subject: { type: 'canned-question', id: row.id, name: row.question },
    before: oldRow && auditValuesOf(oldRow),
    after: newRow && auditValuesOf(newRow),
  })
}

const auditValuesOf = ({ app_id, question, is_active }: CannedQuestionRow) => ({
  app: app_id,
  question,
  is_active,
})
