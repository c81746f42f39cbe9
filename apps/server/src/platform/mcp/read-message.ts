import { z } from 'zod'

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number().int()]).optional(),
  method: z.string().max(200).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type Message = z.output<typeof Message>

/** Error for a message that cannot be answered, with the error code of JSON-RPC. */
export type Unreadable = {
  readonly code: number
  readonly message: string
  readonly id: string | number | null
}

const notJson: Unreadable = {
  code: -32700,
  message: 'Parse error: the message is not valid JSON.',
  id: null,
}

/** Parses one message of the protocol, or returns what is wrong with it. */
export function parseMessage(
  bytes: Uint8Array,
  parseJson: (bytes: Uint8Array) => unknown,
): Message | Unreadable {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch {
    return notJson
  }
  if (value === undefined) return notJson
  const parsed = Message.safeParse(value)
  if (
    parsed.success &&
    (parsed.data.method !== undefined || 'result' in parsed.data || 'error' in parsed.data)
  )
    return parsed.data
  const reason = Array.isArray(value)
    ? 'send one message at a time.'
    : 'a message needs jsonrpc "2.0", a method, and an id if it expects a reply.'
  return { code: -32600, message: `Invalid request: ${reason}`, id: idOf(value) }
}

export const isUnreadable = (message: Message | Unreadable): message is Unreadable =>
  'code' in message && !('jsonrpc' in message)

function idOf(value: unknown): string | number | null {
  const id = (value as { id?: unknown } | null)?.id
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 200) ? id : null
}
