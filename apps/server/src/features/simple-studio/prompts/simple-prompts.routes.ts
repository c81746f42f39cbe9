import * as api from '@recto/contract/simple-studio/simple-studio'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { assertHuman } from '../../../platform/outbound/assert-human.ts'
import {
  listOutputs,
  presentPublicOutputs,
  reorderPrompts,
} from '../../prompt-studio/prompt-studio.port.ts'
import { takeOfAddress } from '../limits/limit-visitors.ts'
import { presentSimplePrompt, toSimpleRefusal } from '../map-simple-studio.ts'
import { asUuid, getSimpleProject } from '../rows/get-simple-project.ts'
import { runSimplePrompt } from './run-simple-prompt.ts'
import {
  changeSimplePrompt,
  createSimplePrompt,
  deleteSimplePrompt,
  listSimplePrompts,
} from './simple-prompts.ts'

export function simplePromptRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listSimplePrompts, async (ctx, { query }) => {
    const project = await getSimpleProject(ctx, query.tool_id)
    const prompts = await listSimplePrompts(ctx, project)
    return prompts.map((prompt) => presentSimplePrompt(project, prompt))
  })

  registerEndpoint(app, ctx, api.createSimplePrompt, async (ctx, { body, request }) => {
    const project = await getSimpleProject(ctx, body.tool_id)
    await takeOfAddress(ctx, request.ip, 'changes')
    const prompt = await createSimplePrompt(ctx, project, {
      key: body.prompt_key,
      prompt: body.prompt,
      sequenceNumber: body.sequence_number,
      enforceType: body.enforce_type,
    })
    return presentSimplePrompt(project, prompt)
  })

  registerEndpoint(app, ctx, api.changeSimplePrompt, async (ctx, { params, body, request }) => {
    const project = await getSimpleProject(ctx, body.tool_id)
    await takeOfAddress(ctx, request.ip, 'changes')
    const { prompt_key: key, prompt, enforce_type: enforceType } = body
    const changes = { key, prompt, enforceType }
    const promptId = asUuid(params.id, 'prompt')
    return presentSimplePrompt(
      project,
      await changeSimplePrompt(ctx, project, { promptId, changes }),
    )
  })

  registerEndpoint(app, ctx, api.deleteSimplePrompt, async (ctx, { params, query, request }) => {
    const project = await getSimpleProject(ctx, query.tool_id)
    await takeOfAddress(ctx, request.ip, 'changes')
    await deleteSimplePrompt(ctx, project, asUuid(params.id, 'prompt'))
    return undefined
  })

  registerEndpoint(app, ctx, api.reorderSimplePrompts, async (ctx, { body, request }) => {
    const { actor } = await getSimpleProject(ctx, body.tool_id)
    await takeOfAddress(ctx, request.ip, 'changes')
    const reorderedPrompts = await reorderPrompts(ctx, {
      actor,
      promptId: asUuid(body.prompt_id, 'prompt'),
      start: body.start_sequence_number,
      end: body.end_sequence_number,
    }).catch(toSimpleRefusal)
    return [...reorderedPrompts]
  })

  registerEndpoint(app, ctx, api.runSimplePrompt, async (ctx, { body, request }) => {
    const project = await getSimpleProject(ctx, body.sps_id)
    await assertHuman(ctx, { token: body.recaptcha_token, address: request.ip })
    const rows = await runSimplePrompt(ctx, project, {
      promptId: asUuid(body.id, 'prompt'),
      documentId: asUuid(body.document_id, 'document'),
      address: request.ip,
    })
    return presentPublicOutputs(ctx, project.tenant, rows)
  })

  registerEndpoint(app, ctx, api.listSimpleOutputs, async (ctx, { query }) => {
    const { actor, projectId, tenant } = await getSimpleProject(ctx, query.sps_id)
    const { document_id: documentId } = query
    const filter = { projectId, documentId, isSinglePass: false }
    return presentPublicOutputs(ctx, tenant, await listOutputs(ctx, actor, filter))
  })
}
