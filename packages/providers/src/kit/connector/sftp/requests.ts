import type { FileEntryWithStats, OpenMode, SFTPWrapper, Stats } from 'ssh2'
import { ServiceFailure } from '../service-failure.ts'

/** Status codes of servers. */
export const sftpStatus = { end: 1, missing: 2, denied: 3, failure: 4, unknown: 8 } as const

type Answer<T> = (error: Error | undefined | null, value: T) => void

const asked = <T>(ask: (answer: Answer<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

/** The requests of a session, as promises. */
export const requestsOf = (sftp: SFTPWrapper) => ({
  stat: (path: string) => asked<Stats>((answer) => sftp.stat(path, answer)),
  openFolder: (path: string) => asked<Buffer>((answer) => sftp.opendir(path, answer)),
  /** Some entries of it; none when there are no more. */
  nextEntries: (handle: Buffer) =>
    asked<FileEntryWithStats[]>((answer) => sftp.readdir(handle as never, answer)).catch(
      (error: unknown) => {
        if (hasStatus(error, sftpStatus.end)) return undefined
        throw error
      },
    ),
  open: (path: string, mode: OpenMode) => asked<Buffer>((answer) => sftp.open(path, mode, answer)),
  statOpened: (handle: Buffer) => asked<Stats>((answer) => sftp.fstat(handle, answer)),
  write: (handle: Buffer, bytes: Buffer, from: number) =>
    asked<void>((answer) => sftp.write(handle, bytes, 0, bytes.length, from, answer as never)),
  close: (handle: Buffer) => asked<void>((answer) => sftp.close(handle, answer as never)),
  makeFolder: (path: string) => asked<void>((answer) => sftp.mkdir(path, answer as never)),
  remove: (path: string) => asked<void>((answer) => sftp.unlink(path, answer as never)),
  /** All that a file holds from one place on, no more than asked for; less only at its end. */
  async read(handle: Buffer, from: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    let seen = 0
    while (seen < length) {
      const more = await asked<number>((answer) =>
        sftp.read(handle, bytes, seen, length - seen, from + seen, answer),
      ).catch((error: unknown) => {
        if (hasStatus(error, sftpStatus.end)) return 0
        throw error
      })
      if (more === 0) break
      seen += more
    }
    return bytes.subarray(0, seen)
  },
  /**
   * Replaces the target file. A server that cannot do this atomically deletes the target before the
   * rename.
   */
  async replace(from: string, to: string): Promise<void> {
    try {
      await asked<void>((answer) => sftp.ext_openssh_rename(from, to, answer as never))
    } catch (error) {
      if (typeof (error as { code?: unknown }).code === 'number') throw error
      await asked<void>((answer) => sftp.unlink(to, answer as never)).catch(unlessGone)
      await asked<void>((answer) => sftp.rename(from, to, answer as never))
    }
  },
})

export type Requests = ReturnType<typeof requestsOf>

export function unlessGone(error: unknown): undefined {
  if (hasStatus(error, sftpStatus.missing)) return undefined
  throw error
}

export const hasStatus = (error: unknown, status: number) =>
  (error as { code?: unknown }).code === status

/** What the errors of the client mean: numbers are answers of the server, the rest never reached it. */
export function explainSftp(error: unknown): ServiceFailure | undefined {
  const {
    code,
    level,
    message = '',
  } = error as { code?: unknown; level?: string; message?: string }
  if (code === sftpStatus.missing) {
    return new ServiceFailure('not-found', 'There is no such folder or file.')
  }
  if (code === sftpStatus.denied) {
    return new ServiceFailure('unauthorised', 'The user has no right to this folder or file.')
  }
  if (typeof code === 'number') return new ServiceFailure('refused', `${message} (${code}).`)
  if (level === 'client-authentication') {
    return new ServiceFailure('unauthorised', 'The server does not let this user in.')
  }
  if (level === 'client-timeout') {
    return new ServiceFailure('unreachable', 'The server does not answer any more.')
  }
  if (level === 'handshake' || level === 'protocol') {
    return new ServiceFailure('unreachable', `No SSH connection came about (${message}).`)
  }
  if (/passphrase/i.test(message)) {
    const words = 'The key cannot be opened. Check “Private Key Passphrase”.'
    return new ServiceFailure('settings-invalid', words)
  }
  if (/privateKey/.test(message)) {
    const words = '“Private Key” is no private key in the form of OpenSSH or PEM.'
    return new ServiceFailure('settings-invalid', words)
  }
  if (/No response from server|Not connected|Connection lost/.test(message)) {
    return new ServiceFailure('unreachable', 'The server ended the connection.')
  }
  return undefined
}
