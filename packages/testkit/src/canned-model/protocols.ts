import { anthropicJsonTool, anthropicMessages, isJsonToolCall } from './anthropic.ts'
import { bedrockConverse, bedrockInvoke } from './bedrock.ts'
import { googleEmbedMany, googleEmbedOne, googleGenerate, vertexPredict } from './google.ts'
import { mistralChat, mistralEmbeddings } from './mistral.ts'
import { ollamaChat, ollamaEmbed, ollamaTags } from './ollama.ts'
import { openAiChat, openAiEmbeddings, openAiModels, openAiResponses } from './openai.ts'
import type { JsonObject, Protocol } from './received-call.ts'
import { replicatePredict } from './replicate.ts'

const protocols: readonly Protocol[] = [
  mistralChat,
  mistralEmbeddings,
  openAiChat,
  openAiResponses,
  openAiEmbeddings,
  openAiModels,
  anthropicMessages,
  ollamaChat,
  ollamaEmbed,
  ollamaTags,
  googleGenerate,
  googleEmbedOne,
  googleEmbedMany,
  vertexPredict,
  bedrockConverse,
  bedrockInvoke,
  replicatePredict,
]

/** The model behind the path. */
export function protocolOf(method: string, path: string, body: JsonObject): Protocol | undefined {
  const protocol = protocols.find((one) => one.method === method && isPathOf(one, path))
  return protocol === anthropicMessages && isJsonToolCall(body) ? anthropicJsonTool : protocol
}

const isPathOf = ({ path: knownPath }: Protocol, path: string) =>
  typeof knownPath === 'string' ? knownPath === path : knownPath.test(path)
