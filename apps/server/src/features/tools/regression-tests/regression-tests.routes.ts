import * as api from '@recto/contract/tools/verifications'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { buildJunitReport } from './junit-report.ts'
import { presentRegressionTests, presentTestedValue, toTestedValue } from './map-regression-test.ts'
import {
  cancelRegressionTest,
  getRegressionTest,
  listRegressionTests,
  startRegressionTest,
} from './regression-tests.ts'

/** Maximum number of values in a report: all that a project can be tested with. */
const maxReportedValues = 10_000

export function regressionTestRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startVerification, async (ctx, { actor, params }) => {
    const row = await startRegressionTest(ctx, { actor, projectId: params.tool_id })
    const list = { rows: [row], digest: row.digest }
    return (await presentRegressionTests(ctx, actor, list))[0]!
  })

  registerEndpoint(app, ctx, api.listVerifications, async (ctx, { actor, params }) => {
    const ref = { actor, projectId: params.tool_id }
    const { rows, comparison } = await listRegressionTests(ctx, ref)
    const {
      documents = [],
      disputedCount: contradictedCount = 0,
      unavailable = 0,
    } = comparison?.testCases ?? {}
    return {
      truths: documents.reduce((total, { expectedValues }) => total + expectedValues.length, 0),
      contradicted: contradictedCount,
      not_kept: unavailable,
      verifications: await presentRegressionTests(ctx, actor, { rows, digest: comparison?.digest }),
    }
  })

  registerEndpoint(app, ctx, api.getVerification, async (ctx, { actor, params }) => {
    const ref = { actor, projectId: params.tool_id, id: params.verification_id }
    const details = await getRegressionTest(ctx, { ...ref, limit: api.maxVerifiedValues })
    const { rows, values, comparison } = details
    const [presentedTest] = await presentRegressionTests(ctx, actor, {
      rows,
      digest: comparison?.digest,
    })
    const valueCount = Object.values(presentedTest!.outcomes).reduce((sum, count) => sum + count, 0)
    return {
      ...presentedTest!,
      values: values.map(presentTestedValue),
      values_omitted: valueCount - values.length,
    }
  })

  registerEndpoint(app, ctx, api.getVerificationReport, async (ctx, { actor, params, reply }) => {
    const ref = { actor, projectId: params.tool_id, id: params.verification_id }
    const { values } = await getRegressionTest(ctx, { ...ref, limit: maxReportedValues })
    reply.type('application/xml; charset=utf-8')
    return reply.send(buildJunitReport({ name: params.tool_id, values: values.map(toTestedValue) }))
  })

  registerEndpoint(app, ctx, api.cancelVerification, async (ctx, { actor, params }) => {
    const ref = { actor, projectId: params.tool_id, id: params.verification_id }
    const row = await cancelRegressionTest(ctx, ref)
    return (await presentRegressionTests(ctx, actor, { rows: [row], digest: undefined }))[0]!
  })
}
