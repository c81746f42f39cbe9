import type { Serializable } from 'node:child_process'

/** What is larger travels in pieces of this size, so that no message keeps a thread busy for long. */
const pieceBytes = 1_000_000

/** Stands for bytes that travel on their own, before the message that they belong to. */
type Placeholder = { readonly largeBytes: number; readonly length: number }

export type Piece = {
  readonly kind: 'piece'
  /** Index among the large byte arrays of the next message. */
  readonly array: number
  /** Length of the whole array. */
  readonly length: number
  readonly start: number
  readonly bytes: Uint8Array
}

/** Takes the large byte arrays out of a plain value: returns the value without them and the pieces to send first. */
export function takeApart(value: unknown): { readonly rest: unknown; readonly pieces: Piece[] } {
  const large: Uint8Array[] = []
  const rest = mapPlain(value, (item) => {
    if (!(item instanceof Uint8Array) || item.length <= pieceBytes) return undefined
    return { largeBytes: large.push(item) - 1, length: item.length } satisfies Placeholder
  })
  return { rest, pieces: large.flatMap(piecesOf) }
}

function piecesOf(whole: Uint8Array, array: number): Piece[] {
  const { length } = whole
  return Array.from({ length: Math.ceil(length / pieceBytes) }, (_, i): Piece => {
    const start = i * pieceBytes
    return { kind: 'piece', array, length, start, bytes: whole.subarray(start, start + pieceBytes) }
  })
}

/** The receiving end of `takeApart`. */
export function openAssembly() {
  let arrays: Uint8Array[] = []
  return {
    add({ array, length, start, bytes }: Piece): void {
      arrays[array] ??= new Uint8Array(length)
      arrays[array].set(bytes, start)
    },
    /** The value as it was before it was taken apart. */
    complete(rest: unknown): unknown {
      if (arrays.length === 0) return rest
      const whole = arrays
      arrays = []
      return mapPlain(rest, (item) => (isPlaceholder(item) ? whole[item.largeBytes] : undefined))
    },
  }
}

/**
 * Copies a value with what `replace` returns in place of its parts. Looks no deeper than jobs and results keep their
 * bytes, and not into arrays, so that it costs nothing.
 */
function mapPlain(value: unknown, replace: (item: unknown) => unknown, depth = 3): unknown {
  const replacement = replace(value)
  if (replacement !== undefined) return replacement
  if (depth === 0 || !isPlain(value)) return value
  const map = (item: unknown) => mapPlain(item, replace, depth - 1)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isPlaceholder(value: unknown): value is Placeholder {
  return isPlain(value) && 'largeBytes' in value
}

type Send = (message: Serializable, done: (error: Error | null) => void) => unknown

/** Sends each message when the one before it was handed over. */
export async function sendInTurn(send: Send, messages: readonly Serializable[]): Promise<void> {
  for (const message of messages) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    send(message, (error) => (error ? reject(error) : resolve()))
    await promise
  }
}
