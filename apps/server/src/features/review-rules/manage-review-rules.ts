import { sentenceOf } from '@recto/contract/review/describe-rules'
import { reviewRuleFields, type SyncTarget } from '@recto/contract/review/review-rules'
import type { NewValues } from '@recto/contract/wire/fields'
import { invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { auditFields } from '../../platform/db/field-columns.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findWorkflowFields, findWorkflowNamesById } from '../workflows/workflows.port.ts'
import { assertReadable } from './assert-readable.ts'
import { fieldsOfTree } from './decide-review.ts'
import {
  findRule,
  findSetting,
  type ReviewRuleRow,
  type ReviewSettingRow,
  saveRule,
  saveSetting,
} from './review-rules.store.ts'

type SaveReviewRuleDependencies = Pick<Context, 'db'>
type WorkflowReference = { readonly actor: Actor; readonly workflowId: string }

/** Returns the rule; throws 404 when none was saved, and then no file is sent to review. */
export async function getRule(
  ctx: SaveReviewRuleDependencies,
  { actor, workflowId }: WorkflowReference,
): Promise<ReviewRuleRow> {
  await assertReadable(ctx, { actor, workflowId })
  const rule = await findRule(tenantOf(ctx, actor), { workflowId })
  if (!rule) throw notFound('review rule')
  return rule
}

type NewReviewRule = NewValues<typeof reviewRuleFields> & {
  readonly actor: Actor
  /** Id of the existing rule; absent when there is none yet. */
  readonly id?: string
}

const toRuleAuditValues = (rule: ReviewRuleRow) => auditFields(reviewRuleFields, rule)

/** Saves the only rule of a workflow: saving again changes it. */
export async function saveReviewRule(
  ctx: SaveReviewRuleDependencies,
  { actor, id, ...fields }: NewReviewRule,
): Promise<ReviewRuleRow> {
  const { workflowId } = fields
  const tenant = tenantOf(ctx, actor)
  if (id && (await findRule(tenant, { id }))?.workflow_id !== workflowId)
    throw notFound('review rule')
  const name = await nameOf(tenant, workflowId)
  await assertFields(ctx, tenant, fields)
  return inTransaction(tenant, async (transaction) => {
    const oldRule = await findRule(transaction, { workflowId })
    // A client that sends no sentence stores that of the tree.
    const ruleString = fields.ruleString.trim() || sentenceOf(fields.ruleJson)
    const rule = await saveRule(transaction, { ...fields, ruleString })
    await recordChange(transaction, actor, {
      action: 'review-rule.saved',
      subject: { type: 'workflow', id: workflowId, name },
      before: oldRule && toRuleAuditValues(oldRule),
      after: toRuleAuditValues(rule),
    })
    return rule
  })
}

/**
 * Rejects rules on fields that the tool does not read: they could never match, so they are
 * mistakes.
 */
async function assertFields(
  ctx: SaveReviewRuleDependencies,
  tenant: Tenant,
  { workflowId, ruleJson }: Pick<NewReviewRule, 'workflowId' | 'ruleJson'>,
): Promise<void> {
  const workflowFields = await findWorkflowFields(ctx, tenant, workflowId)
  const unknownField =
    workflowFields && fieldsOfTree(ruleJson).find((field) => !workflowFields.includes(field))
  if (unknownField !== undefined)
    throw invalid('ruleJson', `The tool has no field “${unknownField}”.`)
}

export async function getSetting(
  ctx: SaveReviewRuleDependencies,
  { actor, workflowId }: WorkflowReference,
): Promise<ReviewSettingRow> {
  await assertReadable(ctx, { actor, workflowId })
  const setting = await findSetting(tenantOf(ctx, actor), { workflowId })
  if (!setting) throw notFound('review setting')
  return setting
}

type NewSyncSetting = WorkflowReference & { readonly id?: string; readonly syncWith: SyncTarget }

export async function saveReviewSetting(
  ctx: SaveReviewRuleDependencies,
  { actor, id, workflowId, syncWith }: NewSyncSetting,
): Promise<ReviewSettingRow> {
  const tenant = tenantOf(ctx, actor)
  if (id && (await findSetting(tenant, { id }))?.workflow_id !== workflowId) {
    throw notFound('review setting')
  }
  const name = await nameOf(tenant, workflowId)
  return inTransaction(tenant, async (transaction) => {
    const oldSetting = await findSetting(transaction, { workflowId })
    const setting = await saveSetting(transaction, { workflowId, syncWith })
    await recordChange(transaction, actor, {
      action: 'review-setting.saved',
      subject: { type: 'workflow', id: workflowId, name },
      before: oldSetting && { sync_with: oldSetting.sync_with },
      after: { sync_with: syncWith },
    })
    return setting
  })
}

async function nameOf(tenant: Tenant, workflowId: string): Promise<string> {
  const name = (await findWorkflowNamesById(tenant, [workflowId])).get(workflowId)
  if (name === undefined)
    throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
  return name
}
