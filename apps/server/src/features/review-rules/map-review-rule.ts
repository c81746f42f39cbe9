import type * as api from '@recto/contract/review/review-rules'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import type { AutoApprovalRow, ReviewRuleRow, ReviewSettingRow } from './review-rules.store.ts'

export const ruleInput = (body: api.ReviewRuleFields) => ({
  workflowId: body.workflow,
  percentage: body.percentage,
  logic: body.rule_logic,
  tree: body.rule_json,
  text: body.rule_string,
  wrongPerThousand: body.wrong_per_thousand,
})

export const toRuleRefusal = rethrowWithWireFields({ workflowId: 'workflow', tree: 'rule_json' })
export const toAutoApprovalRefusal = rethrowWithWireFields({
  workflowIds: 'auto_approved_document_classes',
})

export const presentRule = (row: ReviewRuleRow): api.ReviewRule => ({
  id: row.id,
  workflow: row.workflow_id,
  percentage: row.percentage,
  rule_logic: row.rule_logic,
  rule_json: row.rule_json,
  rule_string: row.rule_string,
  wrong_per_thousand: row.wrong_per_thousand,
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
