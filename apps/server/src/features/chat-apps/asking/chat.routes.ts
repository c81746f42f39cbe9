import * as api from '@recto/contract/chat-apps/chat-apps'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { renderAppDocument, sizesOfAppDocument } from '../documents/app-pages.ts'
import { askQuestion, retryQuestion, stopAnswer } from './ask-app.ts'
import {
  beginConversation,
  deleteConversation,
  listConversations,
  readConversation,
} from './manage-conversations.ts'
import { presentHistory, presentMessages, presentReply, toChatRefusal } from './map-chat.ts'

export function chatRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listChatHistories, async (ctx, { actor, params }) =>
    (await listConversations(ctx, { actor, appId: params.app_id })).map(presentHistory),
  )

  registerEndpoint(app, ctx, api.createChatHistory, async (ctx, { actor, body }) => {
    const fields = { actor, appId: body.app_id, label: body.label }
    return presentHistory(await beginConversation(ctx, fields).catch(toChatRefusal))
  })

  registerEndpoint(app, ctx, api.listChatMessages, async (ctx, { actor, params }) =>
    presentMessages(await readConversation(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.deleteChatHistory, async (ctx, { actor, params }) => {
    await deleteConversation(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.askApp, async (ctx, { actor, body }) => {
    const { message, chat_history_id: historyId, session_id: sessionId } = body
    const request = { actor, historyId, message, sessionId }
    return presentReply(await askQuestion(ctx, request).catch(toChatRefusal))
  })

  registerEndpoint(app, ctx, api.askAppAgain, async (ctx, { actor, params }) =>
    presentReply(await retryQuestion(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.stopAnswer, async (ctx, { actor, params }) => {
    await stopAnswer(ctx, { actor, id: params.id })
    return undefined
  })

  pageRoutes(app, ctx)
}

/** A page of a document never changes, and an SVG image must not run scripts. */
const headersOfPicture = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

function pageRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listAppDocumentPages, async (ctx, { actor, params }) => ({
    pages: [...(await sizesOfAppDocument(ctx, { actor, id: params.id }))],
  }))

  registerEndpoint(
    app,
    ctx,
    api.drawAppDocumentPage,
    async (ctx, { actor, params, query, reply }) => {
      const { page, width } = query
      const { bytes, mimeType } = await renderAppDocument(ctx, {
        actor,
        id: params.id,
        page,
        width,
      })
      return reply.headers(headersOfPicture).type(mimeType).send(Buffer.from(bytes))
    },
  )
}
