import * as api from '@recto/contract/deployment-runs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { StatusReply, serve } from '../../platform/http/serve.ts'
import {
  acknowledgeExecutions,
  type ExecutionOutcome,
  extractedTexts,
  isFinished,
  presentResult,
  readOutcome,
} from '../executions/executions.port.ts'
import { admitCaller, type DeploymentCaller } from './admit-caller.ts'
import { getRun } from './get-run.ts'
import { presentRun, runRequest, shownParts, type WantedParts } from './map-run.ts'
import { runDeployment } from './run-deployment.ts'

function admit(ctx: Context, { params, headers }: FastifyRequest): Promise<DeploymentCaller> {
  const { org: slug, api_name: apiName } = params as { org: string; api_name: string }
  return admitCaller(ctx, { slug, apiName, authorization: headers.authorization })
}

export function publicDeploymentRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.runDeployment, {
    admit,
    async handle(ctx, { admitted, body, uploads, onSent, request }) {
      const run = { admitted, ...runRequest(body, uploads), idempotencyKey: keyIn(request) }
      const { execution, outcome } = await runDeployment(ctx, run)
      const result = outcome ? await present(ctx, { admitted, outcome, wanted: body }) : null
      if (result) onSent(() => acknowledge(ctx, admitted, execution))
      const reply = presentRun({ admitted, execution, result })
      return new StatusReply(execution.status === 'ERROR' ? 422 : 200, reply)
    },
  })

  serve(app, ctx, api.getDeploymentStatus, {
    admit,
    async handle(ctx, { admitted, query, onSent }) {
      const { tenant } = admitted
      // So that the caller's next question meets the one before it.
      await ctx.batchedWrites.flush(acknowledgeExecutions)
      const execution = await getRun({ admitted, executionId: query.execution_id })
      const { status } = execution
      if (!isFinished(execution)) return new StatusReply(422, { status, message: null })
      if (execution.is_acknowledged) return new StatusReply(406, { status, message: readBefore })

      const outcome = await readOutcome(tenant, execution)
      const message = await present(ctx, { admitted, outcome, wanted: query })
      onSent(() => acknowledge(ctx, admitted, execution))
      return new StatusReply(status === 'COMPLETED' ? 200 : 422, { status, message })
    },
  })
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
function keyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

type Presenting = {
  readonly admitted: DeploymentCaller
  readonly outcome: ExecutionOutcome
  readonly wanted: WantedParts
}

async function present(ctx: Context, { admitted, outcome, wanted }: Presenting) {
  const { tenant, slug } = admitted
  const texts = wanted.include_extracted_text
    ? await extractedTexts(ctx, tenant, outcome)
    : undefined
  return presentResult(outcome, { slug, shown: shownParts(wanted), texts })
}

const readBefore = 'Result already acknowledged'

/** Only now has the caller all of it; a caller who went away before can ask again. */
async function acknowledge(
  { batchedWrites }: Context,
  { tenant: { organizationId } }: DeploymentCaller,
  { id }: { readonly id: string },
): Promise<void> {
  batchedWrites.add(acknowledgeExecutions, { organizationId, id })
}
