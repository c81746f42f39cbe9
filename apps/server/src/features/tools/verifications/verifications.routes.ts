import * as api from '@recto/contract/verifications'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { junitOf } from './junit-of.ts'
import { presentValue, presentVerifications, reportedValue } from './map-verification.ts'
import {
  cancelVerification,
  getVerification,
  listVerifications,
  verifyProject,
} from './verifications.ts'

/** As many values as a project can be verified by. */
const mostReported = 10_000

export function verificationRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.startVerification, async (ctx, { actor, params }) => {
    const row = await verifyProject(ctx, { actor, projectId: params.tool_id })
    const shown = { rows: [row], digest: row.digest }
    return (await presentVerifications(ctx, actor, shown))[0]!
  })

  serve(app, ctx, api.listVerifications, async (ctx, { actor, params }) => {
    const of = { actor, projectId: params.tool_id }
    const { rows, comparison } = await listVerifications(ctx, of)
    const { documents = [], contradicted = 0, notKept = 0 } = comparison?.cases ?? {}
    return {
      truths: documents.reduce((all, { truths }) => all + truths.length, 0),
      ...{ contradicted, not_kept: notKept },
      verifications: await presentVerifications(ctx, actor, { rows, digest: comparison?.digest }),
    }
  })

  serve(app, ctx, api.getVerification, async (ctx, { actor, params }) => {
    const of = { actor, projectId: params.tool_id, id: params.verification_id }
    const found = await getVerification(ctx, { ...of, limit: api.mostVerifiedValues })
    const { rows, values, comparison } = found
    const [shown] = await presentVerifications(ctx, actor, { rows, digest: comparison?.digest })
    const all = Object.values(shown!.outcomes).reduce((sum, count) => sum + count, 0)
    return { ...shown!, values: values.map(presentValue), values_omitted: all - values.length }
  })

  serve(app, ctx, api.getVerificationReport, async (ctx, { actor, params, reply }) => {
    const of = { actor, projectId: params.tool_id, id: params.verification_id }
    const { values } = await getVerification(ctx, { ...of, limit: mostReported })
    reply.type('application/xml; charset=utf-8')
    return reply.send(junitOf({ name: params.tool_id, values: values.map(reportedValue) }))
  })

  serve(app, ctx, api.cancelVerification, async (ctx, { actor, params }) => {
    const of = { actor, projectId: params.tool_id, id: params.verification_id }
    const row = await cancelVerification(ctx, of)
    return (await presentVerifications(ctx, actor, { rows: [row], digest: undefined }))[0]!
  })
}
