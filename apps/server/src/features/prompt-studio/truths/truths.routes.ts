import * as api from '@recto/contract/truths'
import type { FastifyInstance } from 'fastify'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import type { TruthRow } from '../rows/truths.store.ts'
import { scoreOutputs } from './score-outputs.ts'
import { deleteTruth, listTruths, saveTruth } from './truths.ts'

const toTruthRefusal = toWireFields({ promptId: 'prompt_id', documentId: 'document_id' })

export function truthRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listTruths, async (ctx, { actor, params }) =>
    present(ctx, actor, await listTruths(ctx, { actor, projectId: params.tool_id })),
  )

  serve(app, ctx, api.saveTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId, truth: value } = body
    const of = { actor, projectId: params.tool_id, promptId, documentId }
    const row = await saveTruth(ctx, { ...of, value }).catch(toTruthRefusal)
    const [shown] = await present(ctx, actor, [row])
    return shown!
  })

  serve(app, ctx, api.deleteTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId } = body
    const of = { actor, projectId: params.tool_id, promptId, documentId }
    await deleteTruth(ctx, of).catch(toTruthRefusal)
    return undefined
  })

  serve(app, ctx, api.listScores, async (ctx, { actor, params }) => {
    const scores = await scoreOutputs(ctx, { actor, projectId: params.tool_id })
    return {
      truths: scores.truths,
      profiles: scores.profiles.map(({ profileId, dollars, ...score }) => ({
        profile_id: profileId,
        cost_in_dollars: dollars,
        ...score,
      })),
      prompts: scores.prompts.map(({ promptId, profileId, ...score }) => ({
        ...{ prompt_id: promptId, profile_id: profileId },
        ...score,
      })),
      outputs: scores.outputs.map(({ isRight, ...output }) => ({ ...output, is_right: isRight })),
    }
  })
}

async function present(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly TruthRow[],
): Promise<api.Truth[]> {
  const people = await userNames(
    tenantOf(ctx, actor),
    rows.map(({ created_by }) => created_by),
  )
  return rows.map(({ prompt_id, document_id, value, source, created_by, modified_at }) => ({
    ...{ prompt_id, document_id, value, source },
    created_by: people.get(created_by ?? 0)?.username ?? null,
    modified_at: presentTime(modified_at),
  }))
}
