import { openAiChat, openAiEmbeddings, readChatImage } from './openai.ts'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  partsOf,
  type ReceivedCall,
} from './received-call.ts'
import { imageRules, readImages } from './received-images.ts'

const refusal = (status: number, message: string): JsonObject => ({
  object: 'error',
  message,
  type: status === 401 ? 'invalid_api_key' : 'invalid_request',
  param: null,
  code: null,
})

/** It filters nothing, and its models refuse in plain words. */
const inPlainWords = (reply: CannedReply): CannedReply =>
  reply.stoppedBy === 'length' ? reply : { ...reply, stoppedBy: 'end' }

/** The same as OpenAI's, but for how it refuses. Tests reach it below `/mistral`. */
export const mistralChat: Protocol = {
  ...openAiChat,
  path: '/mistral/v1/chat/completions',
  parse: (body, path) => ({
    ...openAiChat.parse(body, path),
    ...readImages(partsOf(body.messages), readChatImage, imageRules.mistral),
  }),
  answer: (call: ReceivedCall, reply: CannedReply) => openAiChat.answer(call, inPlainWords(reply)),
  refusal,
}

export const mistralEmbeddings: Protocol = {
  ...openAiEmbeddings,
  path: '/mistral/v1/embeddings',
  refusal,
}
