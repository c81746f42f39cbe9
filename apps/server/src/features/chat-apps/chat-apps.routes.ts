import * as api from '@recto/contract/chat-apps/chat-apps'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
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
  registerEndpoint(app, ctx, api.listChatApps, async (ctx, { actor }) =>
    presentChatApps(ctx, actor, await listChatApps(ctx, actor)),
  )

  registerEndpoint(app, ctx, api.createChatApp, async (ctx, { actor, body }) => {
    const chatApp = await createChatApp(ctx, { actor, ...newChatApp(body) }).catch(toChatAppRefusal)
    const [appReply] = await presentChatApps(ctx, actor, [chatApp])
    return appReply as api.ChatApp
  })

  registerEndpoint(app, ctx, api.updateChatApp, async (ctx, { actor, params, body }) => {
    const changes = { actor, id: params.id, ...chatAppChanges(body) }
    const updatedChatApp = await updateChatApp(ctx, changes).catch(toChatAppRefusal)
    const [appReply] = await presentChatApps(ctx, actor, [updatedChatApp])
    return appReply as api.ChatApp
  })

  registerEndpoint(app, ctx, api.deleteChatApp, async (ctx, { actor, params }) => {
    await deleteChatApp(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.listAppDocuments, async (ctx, { actor, params }) => {
    const appDocuments = await listAppDocuments(ctx, { actor, id: params.app_id })
    return appDocuments.map(({ id, file_name }) => ({ id, file_name }))
  })

  cannedQuestionRoutes(app, ctx)
  chatRoutes(app, ctx)
}

function cannedQuestionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listCannedQuestions, async (ctx, { actor, params }) => {
    const cannedQuestions = await listCannedQuestions(ctx, { actor, appId: params.app_id })
    return cannedQuestions.map(presentCannedQuestion)
  })

  registerEndpoint(app, ctx, api.createCannedQuestion, async (ctx, { actor, body }) => {
    const fields = { actor, appId: body.app_id, question: body.question }
    return presentCannedQuestion(await addCannedQuestion(ctx, fields).catch(toChatAppRefusal))
  })

  registerEndpoint(app, ctx, api.updateCannedQuestion, async (ctx, { actor, params, body }) => {
    const { question, is_active: isActive } = body
    const changes = { actor, id: params.id, question, isActive }
    return presentCannedQuestion(await updateCannedQuestion(ctx, changes))
  })

  registerEndpoint(app, ctx, api.deleteCannedQuestion, async (ctx, { actor, params }) => {
    await deleteCannedQuestion(ctx, { actor, id: params.id })
    return undefined
  })
}
