import type { Socket } from 'node:net'
import type { RowsPage } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'

/** Bytes that a server may send for one page of rows, so that no long value fills the memory. */
const maxBytesOfPage = 64 * 1024 * 1024
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
    failure ??= tooLarge()
    socket.destroy(failure)
  }, checkMilliseconds)
  try {
    for await (const page of pages) {
      yield page
      start = socket.bytesRead
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    clearInterval(timer)
  }
}

export const tooLarge = () =>
  new ServiceFailure('refused', 'The rows have values that are too long. Select fewer columns.')
