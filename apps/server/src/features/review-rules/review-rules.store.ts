import { reviewRuleFields } from '@recto/contract/review/review-rules'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { encodeFields } from '../../platform/db/field-columns.ts'
import { type FieldChanges, type NewFields, toColumns } from '../../platform/db/fields.ts'

export type ReviewRuleRow = Selectable<Tables['review_rule']>
export type ReviewSettingRow = Selectable<Tables['review_setting']>
export type AutoApprovalRow = Selectable<Tables['review_auto_approval']>

type Filter = { readonly id?: string; readonly workflowId?: string }

export async function findRule(
  { db, organizationId }: Tenant,
  { id, workflowId }: Filter,
): Promise<ReviewRuleRow | undefined> {
  let query = db.selectFrom('review_rule').selectAll().where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return query.executeTakeFirst()
}

/** Saves the rule of a workflow, replacing an existing one. */
export async function saveRule(
  { db, organizationId }: Tenant,
  fields: NewFields<'review_rule'>,
): Promise<ReviewRuleRow> {
  const columns = toColumns(encodeFields(reviewRuleFields, fields))
  return db
    .insertInto('review_rule')
    .values({ ...columns, organization_id: organizationId })
    .onConflict((c) =>
      c.constraint('review_rule_workflow_key').doUpdateSet({ ...columns, modified_at: new Date() }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the ids of the workflows that have rules. */
export async function findRuledWorkflows({ db, organizationId }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('review_rule')
    .select('workflow_id')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ workflow_id }) => workflow_id)
}

export async function findSetting(
  { db, organizationId }: Tenant,
  { id, workflowId }: Filter,
): Promise<ReviewSettingRow | undefined> {
  let query = db
    .selectFrom('review_setting')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return query.executeTakeFirst()
}

export async function saveSetting(
  { db, organizationId }: Tenant,
  fields: FieldChanges<'review_setting'> & NewFields<'review_setting'>,
): Promise<ReviewSettingRow> {
  const columns = toColumns(fields)
  return db
    .insertInto('review_setting')
    .values({ ...columns, organization_id: organizationId })
    .onConflict((c) =>
      c
        .constraint('review_setting_workflow_key')
        .doUpdateSet({ ...columns, modified_at: new Date() }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findAutoApproval({
  db,
  organizationId,
}: Tenant): Promise<AutoApprovalRow | undefined> {
  return db
    .selectFrom('review_auto_approval')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function saveAutoApprovalRow(
  { db, organizationId }: Tenant,
  fields: Pick<AutoApprovalRow, 'document_classes' | 'user_emails'>,
): Promise<AutoApprovalRow> {
  return db
    .insertInto('review_auto_approval')
    .values({ ...fields, organization_id: organizationId })
    .onConflict((c) =>
      c.column('organization_id').doUpdateSet({ ...fields, modified_at: new Date() }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
