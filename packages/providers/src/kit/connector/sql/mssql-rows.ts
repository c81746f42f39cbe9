import type { ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import type * as tediousTypes from 'tedious'
import type { Connection } from 'tedious'
import { ServiceFailure } from '../service-failure.ts'
import { withFraction } from './time-text.ts'

type Tedious = typeof tediousTypes

type Metadata = {
  readonly colName: string
  readonly type: { readonly name: string }
  readonly precision?: number | undefined
  readonly scale?: number | undefined
}
type Cell = { readonly metadata: Metadata; readonly value: unknown }

type ReadBackend = {
  readonly tedious: Tedious
  readonly connection: Connection
  run(sql: string): Promise<unknown>
}

/**
 * Reads rows in a transaction that is always rolled back, because SQL Server has none that cannot write. The check of
 * the statement is what keeps it from ending that transaction.
 */
export async function* readMssqlRows(
  { tedious, connection, run }: ReadBackend,
  statement: string,
  limits: ReadLimits,
): AsyncGenerator<RowsPage> {
  await run(`set lock_timeout ${Math.ceil(limits.waitSeconds * 1000)}`)
  await run('set xact_abort on; begin transaction')
  yield* streamRows(tedious, connection, { statement, ...limits })
  await run('if @@trancount > 0 rollback transaction')
}

const rowsOfPage = 500
const charactersOfPage = 4 * 1024 * 1024

type Reading = ReadLimits & { readonly statement: string }

/** The server ends the transaction of a connection that is closed in the middle, and rolls it back. */
async function* streamRows(
  { Request }: Tedious,
  connection: Connection,
  { statement, seconds, waitSeconds }: Reading,
): AsyncGenerator<RowsPage> {
  const pageQueue = createPageQueue()
  const request = new Request(statement, (error) => pageQueue.finish(error ?? undefined))
  request.on('columnMetadata', (columns) =>
    pageQueue.begin((columns as readonly Metadata[]).map(({ colName }) => colName)),
  )
  request.on('row', (cells: readonly Cell[]) => {
    if (pageQueue.add(cells)) request.pause()
  })
  connection.execSqlBatch(request)
  const endAt = performance.now() + seconds * 1000
  try {
    for (;;) {
      const wait = Math.min(waitSeconds * 1000, endAt - performance.now())
      await pageQueue.next(wait)
      yield pageQueue.take()
      if (pageQueue.isDone()) return
      request.resume()
    }
  } finally {
    // It tells the server to stop.
    if (!pageQueue.isDone()) connection.cancel()
  }
}

/** Collects rows until a page of them is full, or all have arrived. */
function createPageQueue() {
  let names: readonly string[] | undefined
  let rows: (string | null)[][] = []
  let characters = 0
  let isDone = false
  let failure: Error | undefined
  let wake = () => {}
  const isReady = () =>
    isDone || failure || rows.length >= rowsOfPage || characters >= charactersOfPage
  const finish = (error: Error | undefined) => {
    failure ??= error
    isDone = true
    wake()
  }
  return {
    finish,
    isDone: () => isDone,
    begin(columnNames: readonly string[]) {
      if (names) failure ??= new ServiceFailure('refused', 'The query has more than one result.')
      names ??= columnNames
    },
    /** Returns true when the page is full. */
    add(cells: readonly Cell[]): boolean {
      try {
        const row = cells.map(toCellText)
        characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
        if (!failure) rows.push(row)
      } catch (error) {
        failure ??= error as Error
      }
      if (isReady()) wake()
      return Boolean(isReady())
    },
    /** Waits for a full page or the end. */
    async next(milliseconds: number): Promise<void> {
      if (!isReady()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, Math.max(0, milliseconds))
        await promise
        clearTimeout(timer)
      }
      if (failure) throw failure
      if (!isReady()) {
        throw new ServiceFailure('timed-out', 'The rows did not arrive in time.')
      }
    },
    take(): RowsPage {
      const page = { names: names ?? [], rows }
      rows = []
      characters = 0
      return page
    },
  }
}

/**
 * The client reads exact numbers as doubles. All digits of those below this number follow from the double, since its
 * error is less than half of the last digit.
 */
const maxExactNumber = 2 ** 52

/** The text of a value. Throws for a number that the client has rounded. */
export function toCellText({ value, metadata }: Cell): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return toTimeText(value, metadata)
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`
  return typeof value === 'number' ? toNumberText(value, metadata) : String(value)
}

function toNumberText(value: number, metadata: Metadata): string {
  const { name } = metadata.type
  if (/^(?:Numeric|Decimal)/.test(name)) return toExactText(value, metadata, metadata.scale ?? 0)
  if (/Money/.test(name)) return toExactText(value, metadata, 4)
  // Its type is not known, so the number may be one of those.
  if (name === 'Variant' && !Number.isSafeInteger(value)) throw roundedNumber(metadata)
  // A short number is read as a long one, which has digits that it has not.
  const isReal = name === 'Real' || (name === 'FloatN' && Math.fround(value) === value)
  return isReal ? toShortText(value) : String(value)
}

function toExactText(value: number, metadata: Metadata, scale: number): string {
  // Powers of ten above this one are rounded themselves.
  if (scale > 22 || Math.abs(value) * 10 ** scale >= maxExactNumber) {
    if (value !== 0) throw roundedNumber(metadata)
  }
  return value.toFixed(scale)
}

const roundedNumber = ({ colName }: Metadata) =>
  new ServiceFailure(
    'refused',
    `The column “${colName}” has numbers with too many digits to be read exactly. Convert it to text: CONVERT(varchar(60), …).`,
  )

const toShortText = (value: number) => {
  const shortText = String(Number(value.toPrecision(7)))
  return Math.fround(Number(shortText)) === value ? shortText : String(value)
}

/** ISO 8601, with as many digits of the second as there are. Only types with an offset name a zone. */
function toTimeText(value: Date, { type: { name } }: Metadata): string {
  const [day = '', clock = ''] = value.toISOString().replace('Z', '').split('T')
  if (name === 'Date') return day
  const { nanosecondsDelta = 0 } = value as Date & { readonly nanosecondsDelta?: number }
  const [seconds = '', milliseconds = ''] = clock.split('.')
  const fraction = milliseconds + String(Math.round(nanosecondsDelta * 1e7)).padStart(4, '0')
  const time = withFraction(seconds, fraction)
  if (name === 'Time') return time
  return name === 'DateTimeOffset' ? `${day}T${time}Z` : `${day}T${time}`
}
