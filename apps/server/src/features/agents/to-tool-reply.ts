import { parseExactJson } from '@recto/exact-json/parse-json'
import type { ApiReply } from '../../platform/mcp/api-request.ts'
import type { McpToolReply } from '../../platform/mcp/mcp-server.ts'

/** A longer reply would fill the memory of the model that reads it. */
const maxReplyCharacters = 2_000_000

/** Presents a reply of the own API, whose numbers keep their digits. */
export function toToolReply({ status, text }: ApiReply): McpToolReply {
  if (text.length > maxReplyCharacters) {
    const error = `The reply is longer than ${maxReplyCharacters} characters. Ask for less.`
    return { content: { error }, isError: true }
  }
  const body = readBody(text)
  if (status < 400) return { content: body ?? { status }, isError: false }
  return { content: { status, ...toObject(body) }, isError: true }
}

/** Combines several replies under names; the first error is the reply if there is one. */
export function combineReplies(replies: Readonly<Record<string, ApiReply>>): McpToolReply {
  const toolReplies = Object.entries(replies).map(
    ([name, reply]) => [name, toToolReply(reply)] as const,
  )
  const failedReply = toolReplies.find(([, { isError }]) => isError)?.[1]
  if (failedReply) return failedReply
  const contents = toolReplies.map(([name, { content }]) => [name, content] as const)
  return { content: Object.fromEntries(contents), isError: false }
}

function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseExactJson(text)
  } catch {
    return { text }
  }
}

const toObject = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : { error: body }
