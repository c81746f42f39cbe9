import type * as api from '@recto/contract/review/review-rules'
import { reviewRuleFields } from '@recto/contract/review/review-rules'
import { newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { presentFields } from '../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import type { AutoApprovalRow, ReviewRuleRow, ReviewSettingRow } from './review-rules.store.ts'

export const ruleInput = (body: api.ReviewRuleFields) => newFromWire(reviewRuleFields, body)

export const toRuleRefusal = rethrowWithWireFields(wireNamesOf(reviewRuleFields))
export const toAutoApprovalRefusal = rethrowWithWireFields({
  workflowIds: 'auto_approved_document_classes',
})

export const presentRule = (row: ReviewRuleRow): api.ReviewRule => ({
  id: row.id,
  ...presentFields(reviewRuleFields, row),
})

export const presentSetting = (row: ReviewSettingRow): api.ReviewSetting => ({
  id: row.id,
  workflow: row.workflow_id,
  sync_with: row.sync_with,
})

export const presentAutoApproval = (row: AutoApprovalRow) => ({
  auto_approved_document_classes: row.document_classes,
  auto_approved_users: row.user_emails,
})
