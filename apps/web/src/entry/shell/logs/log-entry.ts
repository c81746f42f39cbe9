import { showHiddenCharacters } from '@recto/contract/wire/names'

/** An entry of the logs panel. */
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

/** Decodes a message, which may be an object, JSON text, or its bytes. Throws for anything else. */
export function decodeMessage(data: unknown): Fields {
  const text = isBytes(data) ? new TextDecoder().decode(new Uint8Array(data)) : data
  const message: unknown = typeof text === 'string' ? JSON.parse(text) : text
  if (!isFields(message)) throw new TypeError('The socket message is not an object.')
  return message
}

/** Returns the number of remaining tokens, if the message contains it. */
export function usageFromWire({ type, service, ...wire }: Fields): UsageLog | undefined {
  if (type !== 'LOG' || service !== 'usage') return undefined
  const maxTokens = numberOf(wire.max_token_count_set)
  const addedTokens = numberOf(wire.added_token_count)
  if (maxTokens === undefined || addedTokens === undefined) return undefined
  return { remainingTokens: Math.max(0, maxTokens - addedTokens) }
}

/**
 * Converts a message or a stored entry to an entry of the panel; undefined for others, such as
 * progress.
 */
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
    documentName: documentNameOf(component.doc_name ?? wire.doc_name),
    // Messages of workflows have their text in `log`.
    message: textOf(wire.message) ?? textOf(wire.log) ?? '',
    cost: numberOf(wire.cost_value ?? wire.cost),
    iteration: numberOf(wire.iteration),
    iterationTotal: numberOf(wire.iteration_total),
  }
}

function documentNameOf(value: unknown): string | undefined {
  const name = textOf(value)
  return name && showHiddenCharacters(name)
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value)

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Identifies an entry, whether it was received from the socket or loaded. */
export const keyOfEntry = (entry: LogEntry): string => JSON.stringify(entry)
