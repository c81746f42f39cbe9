import {
  type LookupSourceSettings,
  lookupSourceLimits,
} from '@recto/contract/lookups/lookup-sources'
import { lookupTableLimits } from '@recto/contract/lookups/lookup-tables'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { limitBytes } from '../../../platform/outbound/limit-response.ts'
import type { TableFileRow } from '../upload/read-table-file.ts'
import { assertCell, assertColumnName, assertRowCount } from '../upload/read-table-file.ts'
import { ItemsError, readItems, toCell } from './read-items.ts'
import type { ReadableSource, SourceLimits, SourceRows } from './source-rows.ts'

type AddressSource = Pick<ReadableSource, 'headerValue'> & {
  readonly settings: Extract<LookupSourceSettings, { kind: 'address' }>
}

/** Items that are read before the first row is used, so that the columns of most sources are known. */
const itemsAhead = 200

/** Fetches the JSON of an address. Only the origin and the path are in messages, because a query may have secrets. */
export async function openAddressRows(
  { publicFetch }: Pick<Context, 'publicFetch'>,
  { settings, headerValue }: AddressSource,
  limits: SourceLimits,
): Promise<SourceRows> {
  const { url, items_path: path, header_name: headerName } = settings
  const { origin, pathname } = new URL(url)
  const label = `${origin}${pathname}`
  const silence = openSilenceWatch(limits)
  const headers = new Headers({ accept: 'application/json' })
  if (headerName && headerValue !== undefined) headers.set(headerName, headerValue)
  const request = { headers, redirect: 'manual' as const, signal: silence.signal }
  const response = await silence
    .watch(publicFetch(url, request))
    .catch((error: Error) => throwUnreachable(error, { label, limits, silence }))
  const refusal = explainStatus(response)
  if (refusal) {
    await response.body?.cancel()
    throw addressError(label, refusal)
  }
  const names: string[] = []
  const items = readItems(readBody(response, { label, limits, silence }), path)
  const rows = toRows(items, names, label)
  const rowsAhead: TableFileRow[] = []
  while (rowsAhead.length < itemsAhead) {
    const next = await rows.next()
    if (next.done) break
    rowsAhead.push(next.value)
  }
  async function* readAll(): AsyncGenerator<TableFileRow> {
    yield* rowsAhead
    yield* rows
  }
  return { label, names, rows: readAll() }
}

const addressError = (label: string, reason: string) => invalid('source', `${label}: ${reason}`)

function explainStatus({ status, ok: isOk }: Response): string | undefined {
  if (status >= 300 && status < 400) {
    return 'the address redirects to another one, and redirects are not followed.'
  }
  return isOk ? undefined : `the server responded with ${status}.`
}

type SilenceWatch = {
  readonly signal: AbortSignal
  hasEnded(): boolean
  watch<T>(arrival: Promise<T>): Promise<T>
}

/** Ends the request when nothing arrives for too long. */
function openSilenceWatch({ waitSeconds, signal }: SourceLimits): SilenceWatch {
  const controller = new AbortController()
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    hasEnded: () => controller.signal.aborted,
    async watch(arrival) {
      const timer = setTimeout(() => controller.abort(), waitSeconds * 1000)
      try {
        return await arrival
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

type Request = {
  readonly label: string
  readonly limits: SourceLimits
  readonly silence: SilenceWatch
}

function throwUnreachable(error: Error, { label, limits, silence }: Request): never {
  if (limits.signal?.aborted) throw limits.signal.reason
  if (silence.hasEnded()) {
    throw addressError(label, `nothing arrived for ${limits.waitSeconds} seconds.`)
  }
  const { message } = error.cause instanceof Error ? error.cause : error
  throw addressError(label, `${message.replace(/\.$/, '')}.`)
}

async function* readBody(response: Response, request: Request): AsyncGenerator<Uint8Array> {
  const { silence } = request
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>
  const chunks = limitBytes(lookupSourceLimits.bytes, body)
  try {
    for (;;) {
      const next = await silence
        .watch(chunks.next())
        .catch((error: Error) => throwUnreachable(error, request))
      if (next.done) return
      yield next.value
    }
  } finally {
    await chunks.return(undefined).catch(() => undefined)
  }
}

/** Returns the items as rows, and adds the names of their fields when they first come. */
async function* toRows(
  items: AsyncIterable<Readonly<Record<string, unknown>>>,
  names: string[],
  label: string,
): AsyncGenerator<TableFileRow> {
  const places = new Map<string, number>()
  let row = 0
  try {
    for await (const item of items) {
      row += 1
      assertRowCount(row)
      const cells: string[] = []
      for (const [name, value] of Object.entries(item)) {
        const place = places.get(name) ?? addColumn(name, { row, names, places })
        const cell = toCell(value)
        assertCell(cell, { row, name })
        cells[place] = cell
      }
      yield { row, cells: Array.from(names, (_, place) => cells[place] ?? '') }
    }
  } catch (error) {
    throw error instanceof ItemsError ? addressError(label, error.message) : error
  }
}

type KnownColumns = {
  readonly row: number
  readonly names: string[]
  readonly places: Map<string, number>
}

function addColumn(name: string, { row, names, places }: KnownColumns): number {
  assertColumnName(name, { row, place: `field ${names.length + 1}` })
  if (names.length >= lookupTableLimits.columns) {
    throw invalid('file', `The source has more than ${lookupTableLimits.columns} columns.`)
  }
  places.set(name, names.length)
  return names.push(name) - 1
}
