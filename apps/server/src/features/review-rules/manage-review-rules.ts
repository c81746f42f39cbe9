import type { RuleLogic, RuleTree, SyncTarget } from '@recto/contract/review-rules'
import { invalid, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { fieldsOfWorkflow, workflowNames } from '../workflows/workflows.port.ts'
import { fieldsOfTree } from './decide-review.ts'
import {
  findRule,
  findSetting,
  type ReviewRuleRow,
  type ReviewSettingRow,
  saveRule,
  saveSetting,
} from './review-rules.store.ts'

type Needs = Pick<Context, 'db'>
type OfWorkflow = { readonly actor: Actor; readonly workflowId: string }

/** 404 where none were saved: nothing is caught then. */
export async function getRule(
  ctx: Needs,
  { actor, workflowId }: OfWorkflow,
): Promise<ReviewRuleRow> {
  const rule = await findRule(tenantOf(ctx, actor), { workflowId })
  if (!rule) throw notFound('review rule')
  return rule
}

type RuleInput = OfWorkflow & {
  /** Of the rules that are changed; absent where there are none yet. */
  readonly id?: string
  readonly percentage: number
  readonly logic: RuleLogic
  readonly tree: RuleTree
  readonly text: string
  /** `undefined`: as it was. */
  readonly wrongPerThousand?: number | null | undefined
}

/** A workflow has one: who saves a second time changes it. */
export async function saveReviewRule(ctx: Needs, input: RuleInput): Promise<ReviewRuleRow> {
  const { actor, id, workflowId, percentage, logic, tree, text, wrongPerThousand } = input
  const tenant = tenantOf(ctx, actor)
  if (id && (await findRule(tenant, { id }))?.workflow_id !== workflowId)
    throw notFound('review rule')
  const name = await nameOf(tenant, workflowId)
  await assertFields(ctx, tenant, input)
  return inTransaction(tenant, async (within) => {
    const rule = await saveRule(within, {
      workflowId,
      percentage,
      ruleLogic: logic,
      ruleJson: tree,
      ruleString: text,
      wrongPerThousand,
    })
    await recordChange(within, actor, {
      action: 'review-rule.saved',
      subject: { type: 'workflow', id: workflowId, name },
      after: {
        ...{ percentage, rule_logic: logic, rule_string: text },
        wrong_per_thousand: rule.wrong_per_thousand,
      },
    })
    return rule
  })
}

/** What the tool of the workflow does not read can never match; such a rule is a slip. */
async function assertFields(
  ctx: Needs,
  tenant: Tenant,
  { workflowId, tree }: Pick<RuleInput, 'workflowId' | 'tree'>,
): Promise<void> {
  const known = await fieldsOfWorkflow(ctx, tenant, workflowId)
  const unknown = known && fieldsOfTree(tree).find((field) => !known.includes(field))
  if (unknown !== undefined) throw invalid('tree', `The tool has no field “${unknown}”.`)
}

export async function getSetting(
  ctx: Needs,
  { actor, workflowId }: OfWorkflow,
): Promise<ReviewSettingRow> {
  const setting = await findSetting(tenantOf(ctx, actor), { workflowId })
  if (!setting) throw notFound('review setting')
  return setting
}

type SettingInput = OfWorkflow & { readonly id?: string; readonly syncWith: SyncTarget }

export async function saveReviewSetting(
  ctx: Needs,
  { actor, id, workflowId, syncWith }: SettingInput,
): Promise<ReviewSettingRow> {
  const tenant = tenantOf(ctx, actor)
  if (id && (await findSetting(tenant, { id }))?.workflow_id !== workflowId) {
    throw notFound('review setting')
  }
  const name = await nameOf(tenant, workflowId)
  return inTransaction(tenant, async (within) => {
    const setting = await saveSetting(within, { workflowId, syncWith })
    await recordChange(within, actor, {
      action: 'review-setting.saved',
      subject: { type: 'workflow', id: workflowId, name },
      after: { sync_with: syncWith },
    })
    return setting
  })
}

async function nameOf(tenant: Tenant, workflowId: string): Promise<string> {
  const name = (await workflowNames(tenant, [workflowId])).get(workflowId)
  if (name === undefined)
    throw invalid('workflowId', 'There is no such workflow.', 'does_not_exist')
  return name
}
