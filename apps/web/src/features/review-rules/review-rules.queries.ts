import { tryReviewRule } from '@recto/contract/review/review-progress'
import * as api from '@recto/contract/review/review-rules'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { readAs, useChange } from '../../shared/api/requests.ts'
import {
  type RuleOfWorkflow,
  ruleFromWire,
  ruleToWire,
  type SyncSetting,
  type WorkflowRule,
} from './review-rule.ts'

export const reviewableWorkflows = readAs(api.listReviewableWorkflows, {}, ({ data }) =>
  data.map(({ workflow_id: id, workflow_name: name }) => ({ id, name })),
)

const workflowParams = (workflowId: string) => ({ params: { workflow_id: workflowId } })

/** The fields of the workflow's tool; `null` if it has none. */
export const ruleFields = (workflowId: string) =>
  readAs(
    api.listRuleFields,
    workflowParams(workflowId),
    ({ data: names, matched: matchedNames = [] }) => names && { names, matchedNames },
  )

export const ruleOf = (workflowId: string) =>
  readAs(
    api.getReviewRule,
    workflowParams(workflowId),
    ({ data }): WorkflowRule => ruleFromWire(data),
  )

export const settingOf = (workflowId: string) =>
  readAs(
    api.getReviewSetting,
    workflowParams(workflowId),
    ({ data }): SyncSetting => ({ id: data.id, syncWith: data.sync_with }),
  )

const invalidates = [api.getReviewRule]
const fieldOf = (attr: string) => (attr.startsWith('rule_json') ? 'tree' : attr)

/** Creates the rules if they are new, otherwise updates them. */
export function useSaveRule({ isNew }: { readonly isNew: boolean }) {
  const create = useChange(api.createReviewRule, {
    invalidates,
    fieldOf,
    fromWire: ruleFromWire,
    toWire: (rule: RuleOfWorkflow) => ({ body: ruleToWire(rule) }),
  })
  const update = useChange(api.updateReviewRule, {
    invalidates,
    fieldOf,
    fromWire: ruleFromWire,
    toWire: (rule: RuleOfWorkflow) => ({
      params: { id: rule.rule.id ?? '' },
      body: ruleToWire(rule),
    }),
  })
  return isNew ? create : update
}

type AutoApprovalSetting = { readonly workflowId: string; readonly setting: SyncSetting }

const settingToWire = ({ workflowId, setting }: AutoApprovalSetting) => ({
  workflow: workflowId,
  sync_with: setting.syncWith,
})

export function useSaveSetting({ isNew }: { readonly isNew: boolean }) {
  const stale = [api.getReviewSetting]
  const create = useChange(api.createReviewSetting, {
    invalidates: stale,
    toWire: (setting: AutoApprovalSetting) => ({ body: settingToWire(setting) }),
  })
  const update = useChange(api.updateReviewSetting, {
    invalidates: stale,
    toWire: (setting: AutoApprovalSetting) => ({
      params: { id: setting.setting.id ?? '' },
      body: settingToWire(setting),
    }),
  })
  return isNew ? create : update
}

/** Tries unsaved rules on the most recent files. */
export const useTryRule = () =>
  useChange(tryReviewRule, {
    invalidates: [],
    toWire: (rule: RuleOfWorkflow) => ({ body: ruleToWire(rule) }),
    fromWire: ({ tested: testedCount, caught: caughtCount, files }) => ({
      testedCount,
      caughtCount,
      files: files.map(({ file_name: fileName, is_caught: isCaught, reason }) => ({
        fileName: showHiddenCharacters(fileName),
        isCaught,
        reason,
      })),
    }),
  })
