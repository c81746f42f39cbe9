import type { IncomingHttpHeaders } from 'node:http'
import type { ReceivedImage } from './received-images.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A request of a client, independent of the protocol. */
export type ReceivedCall = {
  readonly kind: 'generate' | 'embed' | 'list'
  readonly model: string
  readonly system: string
  readonly prompt: string
  /** The JSON Schema that the reply must follow, when the client sent one. */
  readonly schema?: JsonObject | undefined
  readonly isStreaming: boolean
  /** They have the order of the request. */
  readonly images: readonly ReceivedImage[]
  /** Says why the service refuses the images. */
  readonly imageComplaint?: string
  /** The texts to embed. */
  readonly texts: readonly string[]
}

/** Why a model stops before it has said all: `refusal` says in words of its own that it will not. */
export type Stop = 'length' | 'filter' | 'refusal'

/** The reply of the server, before a protocol wraps it. */
export type CannedReply = {
  readonly id: string
  readonly text: string
  /** The thoughts that the model states, where the protocol has a place for it. */
  readonly reasoning?: string | undefined
  readonly stoppedBy: 'end' | Stop
  /** The part of the input that was read from the cache of the service. */
  readonly cachedTokens?: number | undefined
  readonly reasoningTokens?: number | undefined
  readonly inputTokens: number
  readonly outputTokens: number
}

/** One address of one protocol. */
export type Protocol = {
  readonly method: 'GET' | 'POST'
  /** Whole, or a pattern where a model stands in it. */
  readonly path: string | RegExp
  readonly parse: (body: JsonObject, path: string) => ReceivedCall
  readonly answer: (call: ReceivedCall, reply: CannedReply) => JsonObject
  /** The pieces of a streamed answer as they go over the wire. */
  readonly stream?: (call: ReceivedCall, reply: CannedReply) => readonly string[]
  readonly streamType?: 'text/event-stream' | 'application/x-ndjson'
  readonly refusal: (status: number, message: string) => JsonObject
  /** Whether the client asks the server to go on by itself and to keep the reply. */
  readonly isKept?: (body: JsonObject, headers: IncomingHttpHeaders) => boolean
  /** A kept call as it looks before it has ended, or when it was cancelled. */
  readonly unfinished?: (whole: JsonObject, state: 'in-progress' | 'cancelled') => JsonObject
}

const nothingAsked: ReceivedCall = {
  kind: 'list',
  model: '',
  system: '',
  prompt: '',
  isStreaming: false,
  images: [],
  texts: [],
}

export const receivedCall = (call: Partial<ReceivedCall>): ReceivedCall => ({
  ...nothingAsked,
  ...call,
})

type Message = { readonly role?: unknown; readonly content?: unknown }

/** The text of a message, which is a string or a list of parts in all these protocols. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => String(part.text ?? '')).join('')
}

/** The messages of the system and all others, each joined into one text. */
export function splitMessages(messages: unknown): { system: string; prompt: string } {
  const list = Array.isArray(messages) ? (messages as readonly Message[]) : []
  const isSystem = ({ role }: Message) => role === 'system' || role === 'developer'
  const join = (messages: readonly Message[]) =>
    messages.map(({ content }) => textOf(content)).join('\n\n')
  return { system: join(list.filter(isSystem)), prompt: join(list.filter((m) => !isSystem(m))) }
}

/** The parts of all messages, in their order. */
export function partsOf(messages: unknown): readonly JsonObject[] {
  const list = Array.isArray(messages) ? (messages as readonly Message[]) : []
  return list.flatMap(({ content }) => (Array.isArray(content) ? (content as JsonObject[]) : []))
}

export const textsOf = (input: unknown): readonly string[] =>
  (Array.isArray(input) ? input : [input]).map(String)

/** Pieces that put together give the text again. */
export function piecesOf(text: string): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / 4))
  const starts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => index * size)
  return starts.map((start) => text.slice(start, start + size))
}

export const serverSentEvent = (data: JsonObject | '[DONE]', event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`
