import * as api from '@recto/contract/text-service/extract-by-schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { readIdempotencyKey } from '../../../platform/http/idempotency-key.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { clientDisconnectSignal } from '../../../platform/http/request.ts'
import { confirmJob, findValuesJob } from '../jobs/find-job.ts'
import { admitTextKey } from '../keys/admit-key.ts'
import { followTextJob } from '../results/wait-for-text-job.ts'
import { submitDocument } from '../uploads/submit-document.ts'
import { planExtraction } from './plan-extraction.ts'
import { presentValuesJob } from './present-values-job.ts'
import { withDocument } from './with-document.ts'

const admit = (ctx: Context, { headers }: FastifyRequest) => admitTextKey(ctx, headers)

export function bySchemaRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.extractBySchema, {
    admit,
    async handle(ctx, { caller, body, uploads, request, reply, onSent }) {
      const disconnectSignal = clientDisconnectSignal(reply)
      const idempotencyKey = readIdempotencyKey(request)
      const plannedOptions = await planExtraction(caller, body)
      const acceptedJob = await withDocument(ctx, { body, uploads }, (document, fileName) => {
        const options = { ...plannedOptions, fileName }
        return submitDocument(ctx, { caller, options, document, idempotencyKey })
      })
      // A caller who is gone may send the request again, so that the job goes on.
      const job = await followTextJob(ctx, caller.tenant, {
        job: acceptedJob,
        seconds: body.wait_seconds,
        disconnectSignal,
      })
      if (job.status === 'error') {
        throw new AppError('unprocessable', [
          { code: 'error', detail: job.error_message, attr: null },
        ])
      }
      const valuesJob = await presentValuesJob(ctx, caller, job)
      if (!valuesJob.result) return new StatusReply(202, valuesJob)
      onSent(() => confirmJob(caller, job))
      return valuesJob
    },
  })

  registerEndpoint(app, ctx, api.getExtractBySchema, {
    admit,
    handle: async (ctx, { caller, params }) =>
      presentValuesJob(ctx, caller, await findValuesJob(caller, params.job_id)),
  })
}
