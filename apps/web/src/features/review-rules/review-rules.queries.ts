import { tryReviewRule } from '@recto/contract/review-progress'
import * as api from '@recto/contract/review-rules'
import { readAs, useChange } from '../../shared/api/ask.ts'
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

const ofWorkflow = (workflowId: string) => ({ params: { workflow_id: workflowId } })

/** `null` while the workflow has no tool. */
export const ruleFields = (workflowId: string) =>
  readAs(api.listRuleFields, ofWorkflow(workflowId), ({ data }) => data)

export const ruleOf = (workflowId: string) =>
  readAs(api.getReviewRule, ofWorkflow(workflowId), ({ data }): WorkflowRule => ruleFromWire(data))

export const settingOf = (workflowId: string) =>
  readAs(
    api.getReviewSetting,
    ofWorkflow(workflowId),
    ({ data }): SyncSetting => ({ id: data.id, syncWith: data.sync_with }),
  )

const makesStale = [api.getReviewRule]
const fieldOf = (attr: string) => (attr.startsWith('rule_json') ? 'tree' : attr)

/** The first time rules are made, later they are changed. */
export function useSaveRule({ isNew }: { readonly isNew: boolean }) {
  const create = useChange(api.createReviewRule, {
    ...{ makesStale, fieldOf, fromWire: ruleFromWire },
    toWire: (given: RuleOfWorkflow) => ({ body: ruleToWire(given) }),
  })
  const update = useChange(api.updateReviewRule, {
    ...{ makesStale, fieldOf, fromWire: ruleFromWire },
    toWire: (given: RuleOfWorkflow) => ({
      params: { id: given.rule.id ?? '' },
      body: ruleToWire(given),
    }),
  })
  return isNew ? create : update
}

type SettingGiven = { readonly workflowId: string; readonly setting: SyncSetting }

const settingToWire = ({ workflowId, setting }: SettingGiven) => ({
  workflow: workflowId,
  sync_with: setting.syncWith,
})

export function useSaveSetting({ isNew }: { readonly isNew: boolean }) {
  const stale = [api.getReviewSetting]
  const create = useChange(api.createReviewSetting, {
    makesStale: stale,
    toWire: (given: SettingGiven) => ({ body: settingToWire(given) }),
  })
  const update = useChange(api.updateReviewSetting, {
    makesStale: stale,
    toWire: (given: SettingGiven) => ({
      params: { id: given.setting.id ?? '' },
      body: settingToWire(given),
    }),
  })
  return isNew ? create : update
}

/** What rules would have caught of the last files, before they are saved. */
export const useTryRule = () =>
  useChange(tryReviewRule, {
    makesStale: [],
    toWire: (given: RuleOfWorkflow) => ({ body: ruleToWire(given) }),
    fromWire: ({ tested, caught, files }) => ({
      tested,
      caught,
      files: files.map(({ file_name: fileName, is_caught: isCaught, reason }) => ({
        ...{ fileName, isCaught, reason },
      })),
    }),
  })
