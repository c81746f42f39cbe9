import * as api from '@recto/contract/prompt-studio/prompts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { getPrompt } from '../rows/access.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { listPrompts } from './list-prompts.ts'
import {
  presentOnePrompt,
  presentPrompts,
  rethrowPromptError,
  toNewPromptInput,
  toPromptAssertion,
  toPromptInput,
} from './map-prompt.ts'
import { reorderPrompts } from './reorder-prompts.ts'
import { updatePrompt } from './update-prompt.ts'

export function promptRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.createPrompt, async (ctx, { actor, params, body }) => {
    const fields = { actor, projectId: params.tool_id, values: toNewPromptInput(body) }
    return presentOnePrompt(ctx, actor, await createPrompt(ctx, fields).catch(rethrowPromptError))
  })

  registerEndpoint(app, ctx, api.listPrompts, async (ctx, { actor, query }) =>
    presentPrompts(ctx, actor, await listPrompts(ctx, { actor, projectId: query.tool_id })),
  )

  registerEndpoint(app, ctx, api.getPrompt, async (ctx, { actor, params }) =>
    presentOnePrompt(ctx, actor, await getPrompt(ctx, { actor, promptId: params.prompt_id })),
  )

  for (const endpoint of [api.updatePrompt, api.patchPrompt]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const request = {
        actor,
        promptId: params.prompt_id,
        changes: toPromptInput(body),
        assertUnchanged: toPromptAssertion(body),
      }
      return presentOnePrompt(
        ctx,
        actor,
        await updatePrompt(ctx, request).catch(rethrowPromptError),
      )
    })
  }

  registerEndpoint(app, ctx, api.deletePrompt, async (ctx, { actor, params }) => {
    await deletePrompt(ctx, { actor, promptId: params.prompt_id })
    return undefined
  })

  registerEndpoint(app, ctx, api.reorderPrompts, async (ctx, { actor, body }) => {
    try {
      const positions = await reorderPrompts(ctx, {
        actor,
        promptId: body.prompt_id,
        start: body.start_sequence_number,
        end: body.end_sequence_number,
      }).catch(rethrowPromptError)
      return [...positions]
    } catch (error) {
      // The contract has a shape of its own for an unknown prompt here.
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
      return new StatusReply(404, { detail: error.message })
    }
  })
}
