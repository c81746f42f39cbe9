import * as api from '@recto/contract/deployments'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { StatusReply, serve } from '../../platform/http/serve.ts'
import {
  acknowledge,
  type ExecutionRow,
  isFinished,
  presentResult,
  type Shown,
} from '../executions/executions.port.ts'
import { admitCaller, type DeploymentCaller } from './admit-caller.ts'
import { getRun } from './get-run.ts'
import { presentRun, runRequest, shownParts } from './map-run.ts'
import { runDeployment } from './run-deployment.ts'

function admit(ctx: Context, { params, headers }: FastifyRequest): Promise<DeploymentCaller> {
  const { org: slug, api_name: apiName } = params as { org: string; api_name: string }
  return admitCaller(ctx, { slug, apiName, authorization: headers.authorization })
}

export function publicDeploymentRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.runDeployment, {
    admit,
    async handle(ctx, { admitted, body, uploads, onSent }) {
      const execution = await runDeployment(ctx, { admitted, ...runRequest(body, uploads) })
      const result = isFinished(execution)
        ? await itemsOf(admitted, execution, shownParts(body))
        : null
      if (result) onSent(() => acknowledged(admitted, execution))
      const reply = presentRun({ admitted, execution, result })
      return new StatusReply(execution.status === 'ERROR' ? 422 : 200, reply)
    },
  })

  serve(app, ctx, api.getDeploymentStatus, {
    admit,
    async handle(_ctx, { admitted, query, onSent }) {
      await acknowledging.get(query.execution_id)
      const execution = await getRun({ admitted, executionId: query.execution_id })
      const { status } = execution
      if (!isFinished(execution)) return new StatusReply(422, { status, message: null })
      if (execution.is_acknowledged) return new StatusReply(406, { status, message: readBefore })

      const message = await itemsOf(admitted, execution, shownParts(query))
      onSent(() => acknowledged(admitted, execution))
      return new StatusReply(status === 'COMPLETED' ? 200 : 422, { status, message })
    },
  })
}

const readBefore = 'Result already acknowledged'

function itemsOf({ tenant, slug }: DeploymentCaller, execution: ExecutionRow, shown: Shown) {
  return presentResult(tenant, { execution, slug, shown })
}

/** Acknowledgements on their way, so that the caller's next question meets the one before it. */
const acknowledging = new Map<string, Promise<unknown>>()

/** Only now has the caller all of it; a caller who went away before can ask again. */
async function acknowledged({ tenant }: DeploymentCaller, { id }: ExecutionRow): Promise<void> {
  const writing = acknowledge(tenant, id).finally(() => acknowledging.delete(id))
  acknowledging.set(id, writing)
  await writing
}
