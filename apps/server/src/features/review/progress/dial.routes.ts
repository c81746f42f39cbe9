import * as api from '@recto/contract/review/review-dial'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { readDial } from './read-dial.ts'

export function dialRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getReviewDial, async (ctx, { actor, params }) => {
    const { truths, files, secondsOfFile, stops } = await readDial(ctx, {
      actor,
      workflowId: params.workflow_id,
    })
    return {
      truths,
      files,
      seconds_a_file: secondsOfFile,
      stops: stops.map(({ target, shareOfFiles }) => ({
        wrong_per_thousand: target.wrongPerThousand,
        is_promised: target.threshold !== null || target.passesEmpty,
        share_of_values: target.share,
        share_of_files: shareOfFiles,
        fewest_truths: target.fewest,
      })),
    }
  })
}
