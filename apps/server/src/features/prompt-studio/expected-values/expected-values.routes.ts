import * as api from '@recto/contract/prompt-studio/truths'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { deleteExpectedValue, listExpectedValues, saveExpectedValue } from './expected-values.ts'
import { expectedValueFileRoutes } from './file/file.routes.ts'
import { findFaults } from './find-faults.ts'
import {
  presentExpectedValues,
  presentFaults,
  rethrowExpectedValueError,
} from './map-expected-value.ts'
import { scoreOutputs } from './score-outputs.ts'

export function expectedValueRoutes(app: FastifyInstance, ctx: Context): void {
  expectedValueFileRoutes(app, ctx)

  registerEndpoint(app, ctx, api.listTruths, async (ctx, { actor, params }) =>
    presentExpectedValues(
      ctx,
      actor,
      await listExpectedValues(ctx, { actor, projectId: params.tool_id }),
    ),
  )

  registerEndpoint(app, ctx, api.saveTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId, truth: value } = body
    const key = { actor, projectId: params.tool_id, promptId, documentId }
    const row = await saveExpectedValue(ctx, { ...key, value }).catch(rethrowExpectedValueError)
    const [reply] = await presentExpectedValues(ctx, actor, [row])
    return reply!
  })

  registerEndpoint(app, ctx, api.deleteTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId } = body
    const key = { actor, projectId: params.tool_id, promptId, documentId }
    await deleteExpectedValue(ctx, key).catch(rethrowExpectedValueError)
    return undefined
  })

  registerEndpoint(app, ctx, api.listScores, async (ctx, { actor, params }) => {
    const scores = await scoreOutputs(ctx, { actor, projectId: params.tool_id })
    return {
      truths: scores.truths,
      profiles: scores.profiles.map(({ profileId, dollars, ...score }) => ({
        profile_id: profileId,
        cost_in_dollars: dollars,
        ...score,
      })),
      prompts: scores.prompts.map(({ promptId, profileId, ...score }) => ({
        prompt_id: promptId,
        profile_id: profileId,
        ...score,
      })),
      outputs: scores.outputs.map(({ prompt_id, document_id, profile_id, fault }) => ({
        prompt_id,
        document_id,
        profile_id,
        is_right: fault === undefined,
      })),
    }
  })

  registerEndpoint(app, ctx, api.listFaults, async (ctx, { actor, params }) =>
    presentFaults(await findFaults(ctx, { actor, projectId: params.tool_id })),
  )
}
