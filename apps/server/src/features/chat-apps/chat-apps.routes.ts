import * as api from '@recto/contract/chat-apps'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { chatRoutes } from './asking/chat.routes.ts'
import { listAppDocuments } from './documents/list-app-documents.ts'
import {
  addCannedQuestion,
  deleteCannedQuestion,
  listCannedQuestions,
  updateCannedQuestion,
} from './manage-canned-questions.ts'
import { createChatApp, deleteChatApp, listChatApps, updateChatApp } from './manage-chat-apps.ts'
import {
  chatAppChanges,
  newChatApp,
  presentCannedQuestion,
  presentChatApps,
  toChatAppRefusal,
} from './map-chat-app.ts'

export function chatAppRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listChatApps, async (ctx, { actor }) =>
    presentChatApps(ctx, actor, await listChatApps(ctx, actor)),
  )

  serve(app, ctx, api.createChatApp, async (ctx, { actor, body }) => {
    const made = await createChatApp(ctx, { actor, ...newChatApp(body) }).catch(toChatAppRefusal)
    const [shown] = await presentChatApps(ctx, actor, [made])
    return shown as api.ChatApp
  })

  serve(app, ctx, api.updateChatApp, async (ctx, { actor, params, body }) => {
    const changes = { actor, id: params.id, ...chatAppChanges(body) }
    const changed = await updateChatApp(ctx, changes).catch(toChatAppRefusal)
    const [shown] = await presentChatApps(ctx, actor, [changed])
    return shown as api.ChatApp
  })

  serve(app, ctx, api.deleteChatApp, async (ctx, { actor, params }) => {
    await deleteChatApp(ctx, { actor, id: params.id })
    return undefined
  })

  serve(app, ctx, api.listAppDocuments, async (ctx, { actor, params }) => {
    const found = await listAppDocuments(ctx, { actor, id: params.app_id })
    return found.map(({ id, file_name }) => ({ id, file_name }))
  })

  cannedQuestionRoutes(app, ctx)
  chatRoutes(app, ctx)
}

function cannedQuestionRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listCannedQuestions, async (ctx, { actor, params }) => {
    const found = await listCannedQuestions(ctx, { actor, appId: params.app_id })
    return found.map(presentCannedQuestion)
  })

  serve(app, ctx, api.createCannedQuestion, async (ctx, { actor, body }) => {
    const fields = { actor, appId: body.app_id, question: body.question }
    return presentCannedQuestion(await addCannedQuestion(ctx, fields).catch(toChatAppRefusal))
  })

  serve(app, ctx, api.updateCannedQuestion, async (ctx, { actor, params, body }) => {
    const { question, is_active: isActive } = body
    const changes = { actor, id: params.id, question, isActive }
    return presentCannedQuestion(await updateCannedQuestion(ctx, changes))
  })

  serve(app, ctx, api.deleteCannedQuestion, async (ctx, { actor, params }) => {
    await deleteCannedQuestion(ctx, { actor, id: params.id })
    return undefined
  })
}
