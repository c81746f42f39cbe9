import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  piecesOf,
  type ReceivedCall,
} from './received-call.ts'

/** The places of a count of tokens in all protocols. */
const usageKeys = ['usage', 'usageMetadata', 'metrics', 'prompt_eval_count', 'eval_count']

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an answer without the counts of tokens, as a server does that does not count. */
export function withoutUsage(answer: JsonObject): JsonObject {
  const entries = Object.entries(answer).filter(([name]) => !usageKeys.includes(name))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isObject(value) ? withoutUsage(value) : value]),
  )
}

/** Returns a piece of a stream without the counts of tokens. */
export function withoutUsageInPiece(piece: string): string {
  const start = piece.indexOf('{')
  const end = piece.lastIndexOf('}') + 1
  if (start === -1) return piece
  const json = JSON.parse(piece.slice(start, end)) as JsonObject
  return piece.slice(0, start) + JSON.stringify(withoutUsage(json)) + piece.slice(end)
}

/** A body that ends in the middle of its last letter of more than one byte. */
export function cutInLetter(whole: string): Buffer {
  const bytes = Buffer.from(whole)
  const start = bytes.findLastIndex((byte) => byte >= 0xc0)
  if (start === -1) throw new Error('The reply has no letter of more than one byte.')
  return bytes.subarray(0, start + 1)
}

/** Says the beginning of a stream and then one piece of it again and again, until the caller has enough. */
export async function repeatForEver(
  response: ServerResponse,
  { protocol, call, reply }: StreamedAnswer,
): Promise<void> {
  const pieces = protocol.stream?.(call, reply) ?? []
  const [firstText = ''] = piecesOf(reply.reasoning ?? reply.text)
  // Some protocols send reasoning in one piece.
  const beginning = JSON.stringify(firstText).slice(0, -1)
  const place = pieces.findIndex((piece) => piece.includes(beginning))
  response.writeHead(200, { 'content-type': protocol.streamType ?? 'text/event-stream' })
  for (const piece of pieces.slice(0, place)) response.write(piece)
  const closePromise = once(response, 'close')
  while (!response.destroyed) {
    if (response.write(pieces[place])) await new Promise(setImmediate)
    else await Promise.race([once(response, 'drain'), closePromise])
  }
}

type StreamedAnswer = {
  readonly protocol: Protocol
  readonly call: ReceivedCall
  readonly reply: CannedReply
}
