import type { Socket } from 'node:net'
import type { RowsPage } from '@recto/provider-spec/database-connector'
import { longValues, type ServiceFailure } from '../service-failure.ts'

/** Bytes that a server may send for one page of rows, so that no long value fills the memory. */
export const maxBytesOfPage = 64 * 1024 * 1024
const checkMilliseconds = 50

/** Yields pages, and ends the connection when a page is too large. */
export async function* limitPages(
  socket: Pick<Socket, 'bytesRead' | 'destroy'>,
  pages: AsyncIterable<RowsPage>,
): AsyncGenerator<RowsPage> {
  let start = socket.bytesRead
  let failure: ServiceFailure | undefined
  const timer = setInterval(() => {
    if (socket.bytesRead - start <= maxBytesOfPage) return
    failure ??= longValues()
    socket.destroy(failure)
  }, checkMilliseconds)
  try {
    for await (const page of pages) {
      if (socket.bytesRead - start > maxBytesOfPage) throw longValues()
      yield page
      start = socket.bytesRead
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    clearInterval(timer)
  }
}

/** Rows of one page, for services whose pages are larger. */
const rowsOfPage = 1000

type Row = RowsPage['rows'][number]

/** Cuts rows into pages; none is one empty page, so that the names of the columns are known. */
export function* cutIntoPages(
  names: readonly string[],
  rows: readonly Row[],
): Generator<RowsPage, undefined> {
  for (let index = 0; index === 0 || index < rows.length; index += rowsOfPage) {
    yield { names, rows: rows.slice(index, index + rowsOfPage) }
  }
}
