import { sentenceOf } from '@recto/contract/review/describe-rules'
import type * as api from '@recto/contract/review/review-rules'
import { emptyRules, type RuleTree } from './rule-tree.ts'

/** Rule that selects the files of a workflow for review. */
export type WorkflowRule = {
  /** Undefined until rules are saved for the first time. */
  readonly id?: string
  readonly percentage: number
  readonly logic: api.RuleLogic
  readonly tree: RuleTree
  /**
   * Target error rate: maximum number of wrong values per 1,000 that skip the review; null if it is
   * off.
   */
  readonly wrongPerThousand: number | null
}

export const noRule: WorkflowRule = {
  percentage: 0,
  logic: 'OR',
  tree: emptyRules,
  wrongPerThousand: null,
}

export const ruleFromWire = (wire: api.ReviewRule): WorkflowRule => ({
  id: wire.id,
  percentage: wire.percentage,
  logic: wire.rule_logic,
  tree: wire.rule_json,
  wrongPerThousand: wire.wrong_per_thousand,
})

export type RuleOfWorkflow = { readonly workflowId: string; readonly rule: WorkflowRule }

export const ruleToWire = ({ workflowId, rule }: RuleOfWorkflow) => ({
  workflow: workflowId,
  percentage: rule.percentage,
  rule_logic: rule.logic,
  rule_json: rule.tree,
  rule_string: sentenceOf(rule.tree),
  wrong_per_thousand: rule.wrongPerThousand,
})

/** Target of the approved results of a workflow. */
export type SyncSetting = { readonly id?: string; readonly syncWith: api.SyncTarget }

export const noSetting: SyncSetting = { syncWith: 'Queue' }
