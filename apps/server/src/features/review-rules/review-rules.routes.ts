import * as api from '@recto/contract/review/review-rules'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { readAutoApproval, saveAutoApproval } from './auto-approval.ts'
import { listReviewable, listRuleFields } from './list-reviewable.ts'
import { getRule, getSetting, saveReviewRule, saveReviewSetting } from './manage-review-rules.ts'
import {
  presentAutoApproval,
  presentRule,
  presentSetting,
  ruleInput,
  toAutoApprovalRefusal,
  toRuleRefusal,
} from './map-review-rule.ts'

export function reviewRuleRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getReviewRule, async (ctx, { actor, params }) => ({
    data: presentRule(await getRule(ctx, { actor, workflowId: params.workflow_id })),
  }))

  registerEndpoint(app, ctx, api.listReviewableWorkflows, async (ctx, { actor }) => ({
    data: (await listReviewable(ctx, { actor })).map(({ id, name }) => ({
      workflow_id: id,
      workflow_name: name,
    })),
  }))

  registerEndpoint(app, ctx, api.listRuleFields, async (ctx, { actor, params }) => {
    const fields = await listRuleFields(ctx, { actor, workflowId: params.workflow_id })
    if (!fields) return { data: null }
    const matchedNames = [...fields.matchedNames]
    // Existing clients see the reply that they know where nothing is matched.
    return {
      data: [...fields.names],
      ...omitUndefined({ matched: matchedNames.length > 0 ? matchedNames : undefined }),
    }
  })

  registerEndpoint(app, ctx, api.createReviewRule, async (ctx, { actor, body }) =>
    presentRule(await saveReviewRule(ctx, { actor, ...ruleInput(body) }).catch(toRuleRefusal)),
  )

  registerEndpoint(app, ctx, api.updateReviewRule, async (ctx, { actor, params, body }) => {
    const input = { actor, id: params.id, ...ruleInput(body) }
    return presentRule(await saveReviewRule(ctx, input).catch(toRuleRefusal))
  })

  registerEndpoint(app, ctx, api.getReviewSetting, async (ctx, { actor, params }) => ({
    data: presentSetting(await getSetting(ctx, { actor, workflowId: params.workflow_id })),
  }))

  registerEndpoint(app, ctx, api.createReviewSetting, async (ctx, { actor, body }) => {
    const input = { actor, workflowId: body.workflow, syncWith: body.sync_with }
    return presentSetting(await saveReviewSetting(ctx, input).catch(toRuleRefusal))
  })

  registerEndpoint(app, ctx, api.updateReviewSetting, async (ctx, { actor, params, body }) => {
    const input = { actor, id: params.id, workflowId: body.workflow, syncWith: body.sync_with }
    return presentSetting(await saveReviewSetting(ctx, input).catch(toRuleRefusal))
  })

  registerEndpoint(app, ctx, api.listAutoApproval, async (ctx, { actor }) => {
    const row = await readAutoApproval(ctx, { actor })
    return row ? [presentAutoApproval(row)] : []
  })

  registerEndpoint(app, ctx, api.saveAutoApproval, async (ctx, { actor, body }) => {
    const input = {
      actor,
      workflowIds: body.auto_approved_document_classes,
      emails: body.auto_approved_users,
    }
    return presentAutoApproval(await saveAutoApproval(ctx, input).catch(toAutoApprovalRefusal))
  })
}
