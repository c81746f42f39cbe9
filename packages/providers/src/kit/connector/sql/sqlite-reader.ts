import { constants, DatabaseSync } from 'node:sqlite'
import type { SqliteReading, SqliteReply } from './sqlite-rows.ts'

/**
 * Reads the rows of one statement, as a process of its own: SQLite cannot be interrupted, so that the process is ended
 * with its statement. It sends a page and waits until the next one is wanted.
 */

const allowedActions: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

const rowsOfPage = 500
const charactersOfPage = 4 * 1024 * 1024
const maxCharactersOfRow = 64 * 1024 * 1024
const maxBytesOfValue = 1024 * 1024

function* readPages({ path, statement }: SqliteReading): Generator<SqliteReply, undefined> {
  const database = new DatabaseSync(path, {
    readOnly: true,
    timeout: 5000,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: false,
  })
  database.enableDefensive(true)
  database.exec('pragma trusted_schema = off')
  // No value, and no row that the database puts together, fills the memory of the machine.
  database.limits.length = maxBytesOfValue
  database.setAuthorizer((action) =>
    allowedActions.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY,
  )
  const query = database.prepare(statement)
  query.setReadBigInts(true)
  query.setReturnArrays(true)
  const names = query.columns().map(({ name }) => name)
  let rows: (string | null)[][] = []
  let characters = 0
  for (const row of query.iterate()) {
    const cells = (row as unknown as readonly unknown[]).map(toCellText)
    rows.push(cells)
    characters += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
    if (characters > charactersOfPage + maxCharactersOfRow) {
      throw new Error('The rows have values that are too long')
    }
    if (rows.length < rowsOfPage && characters < charactersOfPage) continue
    yield { page: { names, rows }, isLast: false }
    rows = []
    characters = 0
  }
  yield { page: { names, rows }, isLast: true }
}

function toCellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`
  return String(value)
}

let pages: Generator<SqliteReply, undefined> | undefined

function reply(): SqliteReply {
  try {
    const { value } = pages?.next() ?? {}
    return value ?? { refusal: { message: 'There are no more rows' } }
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    return { refusal: { errcode, message } }
  }
}

process.on('message', (reading: SqliteReading | 'next') => {
  if (reading !== 'next') pages = readPages(reading)
  process.send?.(reply())
})
process.on('disconnect', () => process.exit())
