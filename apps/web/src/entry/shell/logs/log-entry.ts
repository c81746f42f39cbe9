/** A line of the logs panel. */
export type LogEntry = {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly level: string
  readonly type: 'LOG' | 'NOTIFICATION'
  readonly stage?: string | undefined
  readonly step?: string | undefined
  readonly state?: string | undefined
  readonly promptKey?: string | undefined
  readonly promptId?: string | undefined
  readonly documentName?: string | undefined
  readonly message: string
  readonly cost?: number | undefined
  readonly iteration?: number | undefined
  readonly iterationTotal?: number | undefined
}

export type UsageLog = { readonly remainingTokens: number }

type Fields = { readonly [key: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBytes = (data: unknown): data is ArrayBuffer =>
  Object.prototype.toString.call(data) === '[object ArrayBuffer]'

/** Messages come as objects, as JSON or as its bytes. Throws when it is none of them. */
export function decodeMessage(data: unknown): Fields {
  const text = isBytes(data) ? new TextDecoder().decode(new Uint8Array(data)) : data
  const message: unknown = typeof text === 'string' ? JSON.parse(text) : text
  if (!isFields(message)) throw new TypeError('A message of the socket is no object.')
  return message
}

/** How many tokens are left, where a message says it. */
export function usageFromWire({ type, service, ...wire }: Fields): UsageLog | undefined {
  if (type !== 'LOG' || service !== 'usage') return undefined
  const most = numberOf(wire.max_token_count_set)
  const added = numberOf(wire.added_token_count)
  if (most === undefined || added === undefined) return undefined
  return { remainingTokens: Math.max(0, most - added) }
}

/** What the panel shows of a message or of a stored entry; progress and the like is none of it. */
export function entryFromWire(wire: Fields): LogEntry | undefined {
  const { type } = wire
  if (type !== 'LOG' && type !== 'NOTIFICATION') return undefined
  if (wire.service === 'usage') return undefined
  const component = isFields(wire.component) ? wire.component : {}
  return {
    timestamp: numberOf(wire.timestamp) ?? Date.now() / 1000,
    level: textOf(wire.level) ?? 'INFO',
    type,
    stage: textOf(wire.stage),
    step: textOf(wire.step),
    state: textOf(wire.state),
    promptKey: textOf(component.prompt_key ?? wire.prompt_key),
    promptId: textOf(component.prompt_id),
    documentName: textOf(component.doc_name ?? wire.doc_name),
    // A workflow's text is in `log`.
    message: textOf(wire.message) ?? textOf(wire.log) ?? '',
    cost: numberOf(wire.cost_value ?? wire.cost),
    iteration: numberOf(wire.iteration),
    iterationTotal: numberOf(wire.iteration_total),
  }
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value)

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The same entry, whether it was told or asked for. */
export const keyOfEntry = (entry: LogEntry): string => JSON.stringify(entry)
