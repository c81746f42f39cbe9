import type { FileEntryWithStats, OpenMode, SFTPWrapper, Stats } from 'ssh2'
import { ServiceFailure } from '../service-failure.ts'

/** Status codes of servers. */
export const sftpStatus = { end: 1, missing: 2, denied: 3, failure: 4, unknown: 8 } as const

type Answer<T> = (error: Error | undefined | null, value: T) => void

const promisify = <T>(ask: (answer: Answer<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

/** Wraps the requests of a session in promises. */
export const requestsOf = (sftp: SFTPWrapper) => ({
  stat: (path: string) => promisify<Stats>((answer) => sftp.stat(path, answer)),
  openFolder: (path: string) => promisify<Buffer>((answer) => sftp.opendir(path, answer)),
  /** Returns the next entries of a folder; undefined at the end. */
  nextEntries: (handle: Buffer) =>
    promisify<FileEntryWithStats[]>((answer) => sftp.readdir(handle as never, answer)).catch(
      (error: unknown) => {
        if (hasStatus(error, sftpStatus.end)) return undefined
        throw error
      },
    ),
  open: (path: string, mode: OpenMode) =>
    promisify<Buffer>((answer) => sftp.open(path, mode, answer)),
  statOpened: (handle: Buffer) => promisify<Stats>((answer) => sftp.fstat(handle, answer)),
  write: (handle: Buffer, bytes: Buffer, from: number) =>
    promisify<void>((answer) => sftp.write(handle, bytes, 0, bytes.length, from, answer as never)),
  close: (handle: Buffer) => promisify<void>((answer) => sftp.close(handle, answer as never)),
  makeFolder: (path: string) => promisify<void>((answer) => sftp.mkdir(path, answer as never)),
  remove: (path: string) => promisify<void>((answer) => sftp.unlink(path, answer as never)),
  /** Reads `length` bytes from an offset; fewer only at the end of the file. */
  async read(handle: Buffer, from: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    let bytesRead = 0
    while (bytesRead < length) {
      const count = await promisify<number>((answer) =>
        sftp.read(handle, bytes, bytesRead, length - bytesRead, from + bytesRead, answer),
      ).catch((error: unknown) => {
        if (hasStatus(error, sftpStatus.end)) return 0
        throw error
      })
      if (count === 0) break
      bytesRead += count
    }
    return bytes.subarray(0, bytesRead)
  },
  /**
   * Replaces the target file. A server that cannot do this atomically deletes the target before the
   * rename.
   */
  async replace(from: string, to: string): Promise<void> {
    try {
      await promisify<void>((answer) => sftp.ext_openssh_rename(from, to, answer as never))
    } catch (error) {
      if (typeof (error as { code?: unknown }).code === 'number') throw error
      await promisify<void>((answer) => sftp.unlink(to, answer as never)).catch(ignoreMissing)
      await promisify<void>((answer) => sftp.rename(from, to, answer as never))
    }
  },
})

export type Requests = ReturnType<typeof requestsOf>

export function ignoreMissing(error: unknown): undefined {
  if (hasStatus(error, sftpStatus.missing)) return undefined
  throw error
}

export const hasStatus = (error: unknown, status: number) =>
  (error as { code?: unknown }).code === status

/** Explains an error of the client. Numeric codes are answers of the server; other errors never reached it. */
export function explainSftp(error: unknown): ServiceFailure | undefined {
  const {
    code,
    level,
    message = '',
  } = error as { code?: unknown; level?: string; message?: string }
  if (code === sftpStatus.missing) {
    return new ServiceFailure('not-found', 'The folder or file does not exist.')
  }
  if (code === sftpStatus.denied) {
    return new ServiceFailure(
      'unauthorised',
      'The user does not have permission to access this folder or file.',
    )
  }
  if (typeof code === 'number') return new ServiceFailure('refused', `${message} (${code}).`)
  if (level === 'client-authentication') {
    return new ServiceFailure('unauthorised', 'The server rejected this user’s sign-in.')
  }
  if (level === 'client-timeout') {
    return new ServiceFailure('unreachable', 'The server stopped responding.')
  }
  if (level === 'handshake' || level === 'protocol') {
    return new ServiceFailure(
      'unreachable',
      `The SSH connection could not be established (${message}).`,
    )
  }
  if (/passphrase/i.test(message)) {
    const words = 'The private key cannot be decrypted. Check “Private Key Passphrase”.'
    return new ServiceFailure('settings-invalid', words)
  }
  if (/privateKey/.test(message)) {
    const words = '“Private Key” is not a private key in OpenSSH or PEM format.'
    return new ServiceFailure('settings-invalid', words)
  }
  if (/No response from server|Not connected|Connection lost/.test(message)) {
    return new ServiceFailure('unreachable', 'The server closed the connection.')
  }
  return undefined
}
