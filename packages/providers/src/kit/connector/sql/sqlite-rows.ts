import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'

export type SqliteReading = { readonly path: string; readonly statement: string }

export type SqliteRefusal = { readonly errcode?: number | undefined; readonly message: string }

export type SqliteReply =
  | { readonly page: RowsPage; readonly isLast: boolean }
  | { readonly refusal: SqliteRefusal }

export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly errcode: number | undefined

  constructor({ errcode, message }: SqliteRefusal) {
    super(message)
    this.errcode = errcode
  }
}

const program = fileURLToPath(new URL('./sqlite-reader.ts', import.meta.url))

/** In blocks of 512 bytes: a statement that sorts writes temporary files, which would fill the disk of the server. */
const maxFileBlocks = 512 * 1024
const limitedStart = `ulimit -f ${maxFileBlocks} && exec "$0" "$@"`

/** Windows cannot limit the files of a process. */
export function assertFilesAreLimited(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  throw new ServiceFailure(
    'refused',
    'Rows of SQLite files cannot be read on Windows. Copy the table to a database server, or upload it as a file.',
  )
}

/** Reads rows in a process that opens the file to be read only, and that ends with the reading. */
export async function* readSqliteRows(
  reading: SqliteReading,
  { seconds, waitSeconds }: ReadLimits,
  signal: AbortSignal,
): AsyncGenerator<RowsPage> {
  signal.throwIfAborted()
  assertFilesAreLimited(process.platform)
  const child = spawn('/bin/sh', ['-c', limitedStart, process.execPath, program], {
    // Secrets of the server are no business of a statement.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A failure between two replies would end the server; the next wait tells it.
  child.on('error', () => undefined)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  const endAt = performance.now() + seconds * 1000
  try {
    child.send(reading)
    for (;;) {
      const wait = Math.min(waitSeconds * 1000, endAt - performance.now())
      const reply = await nextReply(child, wait)
      if ('refusal' in reply) throw new SqliteError(reply.refusal)
      yield reply.page
      if (reply.isLast) return
      child.send('next')
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function nextReply(child: ChildProcess, milliseconds: number): Promise<SqliteReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SqliteReply>()
  const fail = () =>
    reject(
      new ServiceFailure(
        'refused',
        'The query ended: it needs more memory or disk than it may have.',
      ),
    )
  const timer = setTimeout(
    () => reject(new ServiceFailure('timed-out', 'The rows did not arrive in time.')),
    Math.max(0, milliseconds),
  )
  child.once('message', resolve).once('exit', fail).once('error', reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', fail).off('error', reject)
  }
}
