import type * as api from '@recto/contract/review-rules'
import { emptyRules, type RuleTree, sentenceOf } from './rule-tree.ts'

/** Which files of a workflow are looked at. */
export type WorkflowRule = {
  /** Absent before the first time that rules are saved. */
  readonly id?: string
  readonly percentage: number
  readonly logic: api.RuleLogic
  readonly tree: RuleTree
  /** The dial: at most so many wrong values of 1,000 go on without review; null: it is off. */
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

/** Where approved results of a workflow go. */
export type SyncSetting = { readonly id?: string; readonly syncWith: api.SyncTarget }

export const noSetting: SyncSetting = { syncWith: 'Queue' }
