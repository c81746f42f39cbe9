import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { omitUndefined } from '@recto/omit-undefined'
import type * as ssh2Types from 'ssh2'
import type { Client, SFTPWrapper } from 'ssh2'
import type { ConnectorWorld } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'
import { assertQuickKey, withItsLines } from './private-key.ts'

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

/** One connection to a server, over which any number of requests may be under way. */
export type SftpSession = {
  readonly sftp: SFTPWrapper
  /** Rejects when the connection ends, whatever ends it; resolves never. */
  readonly ended: Promise<never>
  isOpen(): boolean
  end(): void
}

/** A server that says nothing for this long, and does not answer when it is asked whether it is there, is gone. */
const silentMilliseconds = 10_000

/** The only place that knows the client. */
export async function signIn(
  place: SftpPlace,
  connect: ConnectorWorld['connect'],
  signal: AbortSignal,
): Promise<SftpSession> {
  const ssh2 = await import('ssh2').then((all) => all.default as unknown as typeof ssh2Types)
  const { host, port } = place
  const socket = await connect({ host, port, signal })
  // Requests are small, and each is waited for.
  socket.setNoDelay(true)
  const client = new ssh2.Client()
  let isOpen = true
  let shown: string | undefined
  const ended = new Promise<never>((_, reject) => {
    client.on('error', (error) => {
      isOpen = false
      reject(shown === undefined ? error : otherHost(shown))
    })
    client.on('close', () => {
      isOpen = false
      reject(new ServiceFailure('unreachable', 'The server ended the connection.'))
    })
  })
  // A request in progress reports the closed connection.
  ended.catch(() => undefined)
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
        const found = fingerprintOf(key)
        const isRight = isSame(found, place.fingerprint)
        if (!isRight) shown = `${keyType(key)} ${found}`
        return isRight
      },
      keepaliveInterval: silentMilliseconds,
      keepaliveCountMax: 2,
    })
    await Promise.race([ready, ended])
    const opened = new Promise<SFTPWrapper>((resolve, reject) =>
      client.sftp((error, sftp) => (error ? reject(noFiles(error)) : resolve(sftp))),
    )
    const sftp = await Promise.race([opened, ended])
    // What is no answer to a request ends the connection: nothing after it could be trusted.
    sftp.on('error', end)
    return { sftp, ended, isOpen: () => isOpen, end }
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
  assertQuickKey(privateKey)
  return omitUndefined({ privateKey: withItsLines(privateKey), passphrase })
}

const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

const isSame = (found: string, wanted: string | undefined) =>
  wanted === undefined || found === wanted.trim().replace(/=$/, '')

const keyType = (key: Buffer) => key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')

const otherHost = (shown: string) =>
  new ServiceFailure(
    'refused',
    `The server shows another host key than “Host Key Fingerprint” says (${shown}). Nothing was sent to it: it may be another server. If whoever runs it says that the key is its new one, write that fingerprint into “Host Key Fingerprint”.`,
  )

const noFiles = (error: Error) =>
  new ServiceFailure('refused', `The server offers no SFTP to this user (${error.message}).`)
