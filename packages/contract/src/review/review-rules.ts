import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { defineFields, newShape, replyShape } from '../wire/fields.ts'
import { SentNumber } from '../wire/wire.ts'

const ruleOperators = [
  'less',
  'greater',
  'equal',
  'not_equal',
  'less_or_equal',
  'greater_or_equal',
  'starts_with',
  'ends_with',
  'contains',
  'not_contains',
] as const
export type RuleOperator = (typeof ruleOperators)[number]

/** More are dropped. */
const maxRuleChildren = 2
const maxDepth = 8

/**
 * A condition on a field of the tool: its value, its confidence in percent, or the value under a
 * key in it; or on a check, by name or on any check if none is named: `confirmed`, `contradicted`
 * or `not_judged`; or on the match of a field in a lookup table, or any match: `not_found`.
 */
export const RuleCondition = z.object({
  id: z.string().max(64).optional(),
  field: z
    .string()
    .regex(
      /^(?:value|confidence|json|check|lookup):/,
      'A field must be value:…, confidence:…, json:…, check:… or lookup:….',
    ),
  operator: z.enum(ruleOperators),
  value: z.union([z.string(), z.number(), z.object({ key: z.string().min(1), value: z.string() })]),
})
export type RuleCondition = z.output<typeof RuleCondition>

export type RuleTree = {
  readonly id?: string | undefined
  readonly combinator: 'and' | 'or'
  readonly not?: boolean | undefined
  readonly rules: readonly (RuleCondition | RuleTree)[]
}

const groupAt = (depth: number): z.ZodType<RuleTree> =>
  z.lazy(() =>
    z.object({
      id: z.string().max(64).optional(),
      combinator: z.enum(['and', 'or']),
      not: z.boolean().optional(),
      rules: z
        .array(depth < maxDepth ? z.union([RuleCondition, groupAt(depth + 1)]) : RuleCondition)
        .max(100)
        .transform((rules) => rules.slice(0, maxRuleChildren)),
    }),
  )

export const RuleTree = groupAt(1)
export const emptyRules: RuleTree = { combinator: 'and', rules: [] }

/** Clients send the tree as it is, or written out; nothing, and an object without a field, is an empty one. */
const SentTree = z.preprocess((value) => {
  const tree = typeof value === 'string' ? asWritten(value) : value
  return isNothing(tree) ? emptyRules : tree
}, RuleTree)

function asWritten(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

const isNothing = (tree: unknown): boolean =>
  tree === null ||
  (typeof tree === 'object' && !Array.isArray(tree) && Object.keys(tree).length === 0)

export const RuleLogic = z.enum(['OR', 'AND'])
export type RuleLogic = z.output<typeof RuleLogic>

/**
 * The destination of an approved result: `DB` sends it to the destination of the workflow; `Queue`
 * stores it until it is fetched with a review key.
 */
export const SyncTarget = z.enum(['DB', 'Queue'])
export type SyncTarget = z.output<typeof SyncTarget>

/** The dial: at most so many wrong values of a thousand that go on without review; null: nobody has said. */
const WrongPerThousand = z.number().int().min(1).max(500).nullable()

const Percentage = SentNumber.pipe(z.number().min(0).max(100))

const auditWays = { audit: true } as const

/** All that a request can set of a review rule. */
export const reviewRuleFields = defineFields(['audit'], {
  workflowId: {
    wire: 'workflow',
    schema: z.uuid(),
    ways: { audit: { not: 'It is the subject.' } },
  },
  percentage: { schema: Percentage, reply: z.number(), default: 0, ways: auditWays },
  ruleLogic: { schema: RuleLogic, default: 'OR', ways: auditWays },
  ruleJson: { schema: SentTree, reply: RuleTree, default: emptyRules, ways: auditWays },
  ruleString: { schema: z.string().max(20_000), default: '', ways: auditWays },
  /** Stays as it is where a client does not know of it. */
  wrongPerThousand: {
    schema: WrongPerThousand,
    reply: WrongPerThousand,
    isOptional: true,
    ways: auditWays,
  },
})

export const ReviewRule = z.object({ id: z.uuid(), ...replyShape(reviewRuleFields) })
export type ReviewRule = z.output<typeof ReviewRule>

export const ReviewRuleFields = z.object(newShape(reviewRuleFields))
export type ReviewRuleFields = z.output<typeof ReviewRuleFields>

const OfWorkflow = z.object({ workflow_id: z.uuid() })
const Id = z.object({ id: z.uuid() })

export const getReviewRule = endpoint({
  method: 'GET',
  path: '/manual_review/db_rules/workflow/:workflow_id/',
  who: 'member',
  params: OfWorkflow,
  reply: z.object({ data: ReviewRule }),
})

/** Lists the workflows whose files can be reviewed, by name. */
export const listReviewableWorkflows = endpoint({
  method: 'GET',
  path: '/manual_review/db_rules/workflows/',
  who: 'member',
  reply: z.object({
    data: z.array(z.object({ workflow_id: z.uuid(), workflow_name: z.string() })),
  }),
})

/**
 * Lists the fields that rules of a workflow can refer to; null while it has no tool. `matched` are those whose values
 * are matched to lookup tables.
 */
export const listRuleFields = endpoint({
  method: 'GET',
  path: '/manual_review/db_rules/fields/:workflow_id/',
  who: 'member',
  params: OfWorkflow,
  reply: z.object({
    data: z.array(z.string()).nullable(),
    matched: z.array(z.string()).optional(),
  }),
})

export const createReviewRule = endpoint({
  method: 'POST',
  path: '/manual_review/db_rules/',
  who: 'member',
  status: 201,
  body: ReviewRuleFields,
  reply: ReviewRule,
})

export const updateReviewRule = endpoint({
  method: 'PATCH',
  path: '/manual_review/db_rules/:id/',
  who: 'member',
  params: Id,
  body: ReviewRuleFields,
  reply: ReviewRule,
})

export const ReviewSetting = z.object({ id: z.uuid(), workflow: z.uuid(), sync_with: SyncTarget })
export type ReviewSetting = z.output<typeof ReviewSetting>

const ReviewSettingFields = z.object({ workflow: z.uuid(), sync_with: SyncTarget })

export const getReviewSetting = endpoint({
  method: 'GET',
  path: '/manual_review/settings/workflow/:workflow_id/',
  who: 'member',
  params: OfWorkflow,
  reply: z.object({ data: ReviewSetting }),
})

export const createReviewSetting = endpoint({
  method: 'POST',
  path: '/manual_review/settings/',
  who: 'member',
  status: 201,
  body: ReviewSettingFields,
  reply: ReviewSetting,
})

export const updateReviewSetting = endpoint({
  method: 'PATCH',
  path: '/manual_review/settings/:id/',
  who: 'member',
  params: Id,
  body: ReviewSettingFields,
  reply: ReviewSetting,
})

const AutoApproval = z.object({
  auto_approved_document_classes: z.array(z.string()).max(1000),
  auto_approved_users: z.array(z.string()).max(1000).default([]),
})

export const listAutoApproval = endpoint({
  method: 'GET',
  path: '/manual_review/auto_approval_settings/',
  who: 'member',
  reply: z.array(AutoApproval),
})

/** Replaces the previous setting. */
export const saveAutoApproval = endpoint({
  method: 'POST',
  path: '/manual_review/auto_approval_settings/',
  who: 'member',
  body: AutoApproval,
  reply: AutoApproval,
})
