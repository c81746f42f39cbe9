import { CallRefused } from '@recto/client/deployment'
import {
  emptyRules,
  type ReviewRule,
  type ReviewSetting,
  RuleLogic,
  RuleTree,
  SyncTarget,
} from '@recto/contract/review/review-rules'
import { z } from 'zod'
import {
  type Inventory,
  noSecrets,
  type ObjectKind,
  type StoredObject,
  type Values,
} from '../kind.ts'
import { loadWorkflows } from './load-workflows.ts'
import { parseSpec } from './settings.ts'

/** The sentence that describes a rule follows from its tree. */
const RuleSpec = z.strictObject({
  percentage: z.number().min(0).max(100).default(0),
  rule_logic: RuleLogic.default('OR'),
  rule_json: RuleTree.default(emptyRules),
  wrong_per_thousand: z.number().int().min(1).max(500).nullable().default(null),
})

const SettingSpec = z.strictObject({ sync_with: SyncTarget })

/** A rule that sends no document to review, which is the same as none. */
const neutralRule = RuleSpec.parse({})

const isNeutral = ({ percentage, rule_json, wrong_per_thousand }: z.output<typeof RuleSpec>) =>
  percentage === 0 && rule_json.rules.length === 0 && wrong_per_thousand === null

/** Reads what belongs to each workflow; those without it are left out. */
async function listOfWorkflows<Row extends { readonly id: string }>(
  inventory: Inventory,
  { kind, path, toSpec }: ListOptions<Row>,
): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for (const { id, workflow_name: name } of await loadWorkflows(inventory)) {
    const row = await inventory.platform
      .send<{ data: Row }>('GET', `manual_review/${path}/workflow/${id}/`)
      .catch((error: unknown) => {
        if (error instanceof CallRefused && error.status === 404) return undefined
        throw error
      })
    const spec = row && toSpec(row.data)
    if (row && spec) objects.push({ kind, name, id: row.data.id, spec, secrets: noSecrets })
  }
  return objects
}

type ListOptions<Row> = {
  readonly kind: string
  readonly path: string
  readonly toSpec: (row: Row) => Values | undefined
}

function toRuleSpec({ id: _, workflow: __, rule_string: ___, ...row }: ReviewRule) {
  const rule = { ...row, wrong_per_thousand: row.wrong_per_thousand ?? null }
  return isNeutral(rule) ? undefined : rule
}

const saveRule = ({ platform, getId }: Inventory, name: string, rule: Values) =>
  platform.send<ReviewRule>('POST', 'manual_review/db_rules/', {
    ...rule,
    workflow: getId('workflow', name),
  })

/** The rules by which documents of a workflow are reviewed; the name is that of the workflow. */
export const reviewRuleKind: ObjectKind = {
  kind: 'review-rule',
  folder: 'review-rules',
  spec: RuleSpec,
  list: (inventory) =>
    listOfWorkflows<ReviewRule>(inventory, {
      kind: 'review-rule',
      path: 'db_rules',
      toSpec: toRuleSpec,
    }),
  references: ({ name }) => [{ kind: 'workflow', key: name, field: 'name' }],
  isNothing: (spec) => isNeutral(parseSpec(RuleSpec, spec)),
  save: async (inventory, { name, spec }) =>
    (await saveRule(inventory, name, parseSpec(RuleSpec, spec))).id,
  async remove(inventory, { name }) {
    await saveRule(inventory, name, neutralRule)
  },
}

/** The place that approved results of a workflow go to; the name is that of the workflow. */
export const reviewSettingKind: ObjectKind = {
  kind: 'review-setting',
  folder: 'review-settings',
  spec: SettingSpec,
  list: (inventory) =>
    listOfWorkflows<ReviewSetting>(inventory, {
      kind: 'review-setting',
      path: 'settings',
      toSpec: ({ sync_with }) => ({ sync_with }),
    }),
  references: ({ name }) => [{ kind: 'workflow', key: name, field: 'name' }],
  async save({ platform, getId }, { name, spec }) {
    const { sync_with } = parseSpec(SettingSpec, spec)
    const body = { workflow: getId('workflow', name), sync_with }
    return (await platform.send<ReviewSetting>('POST', 'manual_review/settings/', body)).id
  },
}
