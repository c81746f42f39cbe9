import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { omitUndefined } from '@recto/omit-undefined'
import type * as ssh2Types from 'ssh2'
import type { Client, SFTPWrapper } from 'ssh2'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import { assertFewRounds, restoreLineBreaks } from './private-key.ts'

export type SftpPlace = {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string | undefined
  readonly privateKey: string | undefined
  readonly passphrase: string | undefined
  /** Fingerprint as `ssh-keygen -lf` prints it; without one, any host key is accepted. */
  readonly fingerprint: string | undefined
}

/** One connection to a server, with any number of concurrent requests. */
export type SftpSession = {
  readonly sftp: SFTPWrapper
  /** Rejects when the connection ends for any reason; never resolves. */
  readonly connectionEnd: Promise<never>
  isOpen(): boolean
  end(): void
}

/** A server that is silent for this long and does not answer a keep-alive request is considered gone. */
const silentMilliseconds = 10_000

/** Signs in to a server. This is the only module that uses the SSH client. */
export async function openSftpSession(
  place: SftpPlace,
  connect: ConnectorContext['connect'],
  signal: AbortSignal,
): Promise<SftpSession> {
  const ssh2 = await import('ssh2').then((all) => all.default as unknown as typeof ssh2Types)
  const { host, port } = place
  const socket = await connect({ host, port, signal })
  // Requests are small and the caller waits for each.
  socket.setNoDelay(true)
  const client = new ssh2.Client()
  let isOpen = true
  let rejectedKey: string | undefined
  const connectionEnd = new Promise<never>((_, reject) => {
    client.on('error', (error) => {
      isOpen = false
      reject(rejectedKey === undefined ? error : hostKeyMismatch(rejectedKey))
    })
    client.on('close', () => {
      isOpen = false
      reject(new ServiceFailure('unreachable', 'The server closed the connection.'))
    })
  })
  // A request in progress reports the closed connection.
  connectionEnd.catch(() => undefined)
  const end = () => {
    isOpen = false
    client.destroy()
    socket.destroy()
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const { username, password } = place
    answerPrompts(client, password)
    const ready = once(client, 'ready', { signal })
    ready.catch(() => undefined)
    client.connect({
      sock: socket,
      username,
      ...omitUndefined({ password, tryKeyboard: password === undefined ? undefined : true }),
      ...keyOf(place),
      hostVerifier: (key: Buffer) => {
        const fingerprint = fingerprintOf(key)
        const isRight = isSame(fingerprint, place.fingerprint)
        if (!isRight) rejectedKey = `${keyType(key)} ${fingerprint}`
        return isRight
      },
      keepaliveInterval: silentMilliseconds,
      keepaliveCountMax: 2,
    })
    await Promise.race([ready, connectionEnd])
    const sftpPromise = new Promise<SFTPWrapper>((resolve, reject) =>
      client.sftp((error, sftp) => (error ? reject(noFiles(error)) : resolve(sftp))),
    )
    const sftp = await Promise.race([sftpPromise, connectionEnd])
    // An unexpected message ends the connection, because nothing after it can be trusted.
    sftp.on('error', end)
    return { sftp, connectionEnd, isOpen: () => isOpen, end }
  } catch (error) {
    end()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Many servers ask for the password by a prompt. */
function answerPrompts(client: Client, password: string | undefined): void {
  client.on('keyboard-interactive', (...[, , , prompts, finish]) =>
    finish(prompts.map(({ echo }) => (echo ? '' : (password ?? '')))),
  )
}

function keyOf({ privateKey, passphrase }: SftpPlace) {
  if (privateKey === undefined) return {}
  assertFewRounds(privateKey)
  return omitUndefined({ privateKey: restoreLineBreaks(privateKey), passphrase })
}

const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

const isSame = (fingerprint: string, expectedFingerprint: string | undefined) =>
  expectedFingerprint === undefined || fingerprint === expectedFingerprint.trim().replace(/=$/, '')

const keyType = (key: Buffer) => key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')

const hostKeyMismatch = (keyDescription: string) =>
  new ServiceFailure(
    'refused',
    `The server’s host key (${keyDescription}) does not match “Host Key Fingerprint”. Nothing was sent, because this may be a different server. If the server’s operator confirms that the key has changed, enter the new fingerprint in “Host Key Fingerprint”.`,
  )

const noFiles = (error: Error) =>
  new ServiceFailure('refused', `The server does not offer SFTP to this user (${error.message}).`)
