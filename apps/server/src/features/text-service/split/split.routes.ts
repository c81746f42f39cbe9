import * as api from '@recto/contract/text-service/split'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { readIdempotencyKey } from '../../../platform/http/idempotency-key.ts'
import { receiveBody } from '../../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentStatus } from '../jobs/present-job.ts'
import { admitTextKey } from '../keys/admit-key.ts'
import { submitUpload } from '../uploads/submit-upload.ts'
import { planSplit } from './plan-split.ts'
import { presentSplit } from './present-split.ts'
import { getSplitStatus, retrieveSplit } from './retrieve-split.ts'

const admit = (ctx: Context, { headers }: FastifyRequest) => admitTextKey(ctx, headers)

/** Belongs into a scope that leaves bodies unread. */
export function splitUploadRoute(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.splitFile, {
    admit,
    async handle(ctx, { caller, query, request }) {
      const { whisper_hash: hash } = await submitUpload(ctx, {
        caller,
        query,
        options: await planSplit(caller, query),
        idempotencyKey: readIdempotencyKey(request),
        body: await receiveBody(request, ctx.files),
      })
      return { message: 'Split Job Accepted', status: 'processing', split_hash: hash }
    },
  })
}

export function splitRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getSplitStatus, {
    admit,
    async handle(_ctx, { caller, query }) {
      const { job, pages } = await getSplitStatus({ caller, whisperHash: query.split_hash })
      return presentStatus(job, pages)
    },
  })

  registerEndpoint(app, ctx, api.retrieveSplit, {
    admit,
    async handle(ctx, { caller, query }) {
      return presentSplit(await retrieveSplit(ctx, { caller, whisperHash: query.split_hash }))
    },
  })
}
