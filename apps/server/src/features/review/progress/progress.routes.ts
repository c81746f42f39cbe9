import * as api from '@recto/contract/review/review-progress'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { readProgress } from './read-progress.ts'
import { tryRules } from './try-rules.ts'

export function progressRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getReviewProgress, async (ctx, { actor, query }) => {
    const { days, median, fields, emails } = await readProgress(ctx, {
      actor,
      className: query.class_name,
    })
    return {
      days: days.map(({ userId, ...day }) => ({
        ...day,
        who: userId === null ? null : (emails.get(userId) ?? null),
      })),
      median_seconds_a_field: median,
      fields: fields.map((field) => ({ ...field })),
    }
  })

  registerEndpoint(app, ctx, api.tryReviewRule, async (ctx, { actor, body }) => {
    const rules = {
      percentage: body.percentage,
      logic: body.rule_logic,
      tree: body.rule_json,
      wrongPerThousand: body.wrong_per_thousand,
    }
    const files = await tryRules(ctx, { actor, workflowId: body.workflow, rules })
    return {
      tested: files.length,
      caught: files.filter(({ reason }) => reason !== undefined).length,
      files: files.map(({ fileName, reason }) => ({
        file_name: fileName,
        is_caught: reason !== undefined,
        reason: reason ?? null,
      })),
    }
  })
}
