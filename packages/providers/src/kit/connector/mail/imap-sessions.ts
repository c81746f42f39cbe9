import type { Socket } from 'node:net'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { mailLimits } from '@recto/mail-formats/mail-parts'
import { omitUndefined } from '@recto/omit-undefined'
import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import type { ImapFlow, ImapTransport } from 'imapflow'
import type { ConnectorContext } from '../define-connector.ts'
import { ServiceFailure } from '../service-failure.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string
  readonly credentials:
    | { readonly password: string }
    /** Returns a token of a sign-in, which differs from a refused one. */
    | { readonly accessToken: (options?: { readonly refused: string }) => Promise<string> }
  /** Trusted in addition to public authorities, in PEM. */
  readonly certificate: string | undefined
}

/** A session that nobody else uses until it is released. */
type AcquiredSession = {
  readonly client: ImapFlow
  /** Explains an error: the client tells its commands only that the connection is closed. */
  findCause(error: unknown): unknown
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

const megabyte = 1024 * 1024
/** A server that sends more is disconnected. No request of ours asks for more than one whole mail. */
const maxReplyBytes = {
  /** Numbers of a million mails, or the structure of one. */
  maxLineLength: 16 * megabyte,
  maxLiteralSize: mailLimits.bytes + megabyte,
  maxResponseSize: mailLimits.bytes + 17 * megabyte,
} as const

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
  const causes = new WeakMap<ImapFlow, Error>()

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
      if (!all.has(client)) client.on('error', (error) => causes.set(client, error))
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
        findCause: (error) => causes.get(client) ?? error,
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

/** Signs in. A token that the server refuses is renewed once: it may have been withdrawn. */
async function signIn(
  server: MailServer,
  connect: ConnectorContext['connect'],
  signal: AbortSignal,
): Promise<ImapFlow> {
  const { credentials } = server
  if ('password' in credentials)
    return connectAs(server, { pass: credentials.password }, connect, signal)
  const accessToken = await credentials.accessToken()
  try {
    return await connectAs(server, { accessToken }, connect, signal)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const renewedToken = await credentials.accessToken({ refused: accessToken })
    if (renewedToken === accessToken) throw error
    return connectAs(server, { accessToken: renewedToken }, connect, signal)
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (error as ImapError).authenticationFailed === true

type Proof = { readonly pass: string } | { readonly accessToken: string }

async function connectAs(
  { host, port, security, user, certificate }: MailServer,
  proof: Proof,
  connect: ConnectorContext['connect'],
  signal: AbortSignal,
): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  const socket = await connect({ host, port, signal })
  const authorities = certificate ? [...rootCertificates, certificate] : undefined
  const client = new Client({
    host,
    port,
    secure: security === 'tls',
    // The client refuses a server that cannot encrypt, and never falls back by itself.
    doSTARTTLS: security === 'starttls',
    auth: { user, ...proof },
    logger: false,
    disableAutoIdle: true,
    maxLineLength: maxReplyBytes.maxLineLength,
    maxLiteralSize: maxReplyBytes.maxLiteralSize,
    maxResponseSize: maxReplyBytes.maxResponseSize,
    connectionTimeout: connectionMilliseconds,
    greetingTimeout: connectionMilliseconds,
    socketTimeout: silentMilliseconds,
    tls: omitUndefined({ ca: authorities }),
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
  // Without the host, the certificate of a server at an IP address would be compared with “localhost”.
  const encrypt = ({ host, servername, tls = {} }: TlsSettings, onReady: () => void) =>
    connectTls({ ...tls, ...omitUndefined({ host, servername }), socket }, onReady)
  return {
    connect(options, onConnect) {
      if (options.secure) return encrypt(options, onConnect)
      setImmediate(onConnect)
      return socket
    },
    upgrade: (_, options, onSecure) => encrypt(options, onSecure),
  }
}

type TlsSettings = Pick<Parameters<ImapTransport['connect']>[0], 'host' | 'servername' | 'tls'>

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

const sizeCodes: ReadonlySet<string> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
])

const maxResponseLength = 300

type Explanation = {
  readonly applies: (error: ImapError) => boolean
  readonly code: ProviderErrorCode
  readonly message: (response: string) => string
}

const says = (response: string) => `The server says: ${response}`

/** The first that applies explains an error. */
const explanations: readonly Explanation[] = [
  {
    applies: ({ serverResponseCode = '', responseText = '' }) =>
      temporaryCodes.has(serverResponseCode) || /too many|maximum number/i.test(responseText),
    code: 'unavailable',
    message: says,
  },
  {
    applies: ({ authenticationFailed }) => authenticationFailed === true,
    code: 'unauthorised',
    message: () => 'The server refuses the user or the password.',
  },
  {
    applies: ({ mailboxMissing, serverResponseCode }) =>
      mailboxMissing === true || serverResponseCode === 'NONEXISTENT',
    code: 'not-found',
    message: (response) => `The folder does not exist. ${says(response)}`,
  },
  {
    applies: ({ code = '' }) => sizeCodes.has(code),
    code: 'reply-unreadable',
    message: () => 'The server sends more than a mail may have.',
  },
  {
    applies: ({ code = '' }) => connectionCodes.has(code),
    code: 'unreachable',
    message: () => 'The server closed the connection or does not answer.',
  },
  {
    applies: ({ tlsFailed, code }) => tlsFailed === true && code === undefined,
    code: 'refused',
    message: () => 'The server does not offer STARTTLS, so no password was sent.',
  },
  {
    applies: ({ responseText }) => responseText !== undefined,
    code: 'refused',
    message: says,
  },
]

/** Explains the errors of the client library; `undefined` for errors that are common to all services. */
export function explainImap(error: unknown): ServiceFailure | undefined {
  if (!(error instanceof Error) || error instanceof ServiceFailure) return undefined
  const imapError: ImapError = error
  const explanation = explanations.find(({ applies }) => applies(imapError))
  const response = (imapError.responseText ?? '').slice(0, maxResponseLength)
  return explanation && new ServiceFailure(explanation.code, explanation.message(response))
}
