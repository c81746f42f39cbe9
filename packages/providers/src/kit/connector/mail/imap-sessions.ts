import type { Socket } from 'node:net'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { omitUndefined } from '@recto/omit-undefined'
import type { ImapFlow, ImapTransport } from 'imapflow'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string
  readonly password: string
  /** Trusted in addition to public authorities, in PEM. */
  readonly certificate: string | undefined
}

/** A session that nobody else uses until it is released. */
export type AcquiredSession = {
  readonly client: ImapFlow
  /** Puts the session back for the next user. */
  release(): void
  /** Ends the session, because its last command may be unfinished. */
  discard(): void
}

export type ImapSessions = {
  acquire(signal: AbortSignal): Promise<AcquiredSession>
  close(): void
}

/** Short enough that neither the server nor a firewall has closed the session in the meantime. */
const idleMilliseconds = 20_000
const connectionMilliseconds = 30_000
const silentMilliseconds = 60_000

/**
 * Sessions with a mail server. A session has one selected folder, so each has one user at a time. There are as many as
 * callers at the same time, which the pipeline limits.
 */
export function createImapSessions(
  server: MailServer,
  connect: ConnectorContext['connect'],
): ImapSessions {
  const idle = new Map<ImapFlow, NodeJS.Timeout>()
  const all = new Set<ImapFlow>()

  function end(client: ImapFlow): void {
    clearTimeout(idle.get(client))
    idle.delete(client)
    all.delete(client)
    client.close()
  }

  function takeIdle(): ImapFlow | undefined {
    for (const [client, timer] of idle) {
      clearTimeout(timer)
      idle.delete(client)
      if (client.usable) return client
      end(client)
    }
    return undefined
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      const client = takeIdle() ?? (await signIn(server, connect, signal))
      all.add(client)
      const stop = () => end(client)
      signal.addEventListener('abort', stop, { once: true })
      let isReleased = false
      const settle = (finish: () => void) => () => {
        if (isReleased) return
        isReleased = true
        signal.removeEventListener('abort', stop)
        finish()
      }
      return {
        client,
        release: settle(() => {
          if (!client.usable || !all.has(client)) return end(client)
          idle.set(client, setTimeout(() => end(client), idleMilliseconds).unref())
        }),
        discard: settle(() => end(client)),
      }
    },
    close() {
      for (const client of [...all]) end(client)
    },
  }
}

async function signIn(
  { host, port, security, user, password, certificate }: MailServer,
  connect: ConnectorContext['connect'],
  signal: AbortSignal,
): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  const socket = await connect({ host, port, signal })
  const trusted = certificate ? [...rootCertificates, certificate] : undefined
  const client = new Client({
    host,
    port,
    secure: security === 'tls',
    // The client refuses a server that cannot encrypt, and never falls back by itself.
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectionMilliseconds,
    greetingTimeout: connectionMilliseconds,
    socketTimeout: silentMilliseconds,
    tls: omitUndefined({ ca: trusted }),
    transport: createTransport(socket),
  })
  // The command in progress reports the error; without a listener, it would end the process.
  client.on('error', () => undefined)
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Encrypts a connection that was opened after its address was judged. */
function createTransport(socket: Socket): ImapTransport {
  const encrypt = ({ servername, tls = {} }: TlsSettings, onReady: () => void) =>
    connectTls({ ...tls, ...omitUndefined({ servername }), socket }, onReady)
  return {
    connect(options, onConnect) {
      if (options.secure) return encrypt(options, onConnect)
      setImmediate(onConnect)
      return socket
    },
    upgrade: (_, options, onSecure) => encrypt(options, onSecure),
  }
}

type TlsSettings = Pick<Parameters<ImapTransport['connect']>[0], 'servername' | 'tls'>

type ImapError = Error & {
  readonly code?: string
  readonly responseText?: string
  readonly serverResponseCode?: string
  readonly authenticationFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly tlsFailed?: boolean
}

const connectionCodes: ReadonlySet<string> = new Set([
  'NoConnection',
  'NoMailboxSelected',
  'EConnectionClosed',
  'ECONNRESET',
  'EPIPE',
  'ETIMEOUT',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'DownloadIncomplete',
  'ClosedAfterConnectTLS',
  'ClosedAfterConnectText',
])

/** Codes of RFC 5530 by which a server says that it may work later. */
const temporaryCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INUSE', 'SERVERBUG', 'LIMIT'])

/** Explains the errors of the client library; `undefined` for errors that are common to all services. */
export function explainImap(error: unknown): ServiceFailure | undefined {
  if (!(error instanceof Error) || error instanceof ServiceFailure) return undefined
  const { code = '', responseText, serverResponseCode = '', ...flags } = error as ImapError
  const { authenticationFailed, mailboxMissing } = error as ImapError
  if (
    temporaryCodes.has(serverResponseCode) ||
    /too many|maximum number of connections/i.test(responseText ?? '')
  )
    return new ServiceFailure('unavailable', `The server says: ${responseText}`)
  if (authenticationFailed)
    return new ServiceFailure('unauthorised', 'The server refuses the user or the password.')
  if (mailboxMissing || serverResponseCode === 'NONEXISTENT')
    return new ServiceFailure(
      'not-found',
      `The folder does not exist. The server says: ${responseText}`,
    )
  if (connectionCodes.has(code))
    return new ServiceFailure('unreachable', 'The server closed the connection or does not answer.')
  if (flags.tlsFailed && code === '')
    return new ServiceFailure('refused', 'The server does not offer STARTTLS, so nothing was sent.')
  if (responseText) return new ServiceFailure('refused', `The server says: ${responseText}`)
  return undefined
}
