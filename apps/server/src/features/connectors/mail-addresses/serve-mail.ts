import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { omitUndefined } from '@recto/omit-undefined'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { StartupError } from '../../../platform/app-error.ts'
import type { MailReceptionConfig } from '../../../platform/config/mail-reception-settings.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { findRecipient, type Recipient, type RecipientDependencies } from './find-recipient.ts'
import { MailRefusal, refuseForNow, refuseLarge } from './mail-refusal.ts'
import { type ReceiveDependencies, receiveMail } from './receive-mail.ts'

export type MailReceiver = {
  readonly port: number
  /** Accepts no more connections, waits for mails that are being stored, and ends the rest. */
  stop(): Promise<void>
}

type MailReceiverDependencies = RecipientDependencies & ReceiveDependencies

/** Seconds in which a mail that is being received can be completed when the process stops. */
const stopSeconds = 5
const silentSeconds = 120
/** Some servers send slowly, and a connection must not be held for ever. */
const maxMailSeconds = 600
/** The sender waits for the reply, and repeats what it has no reply to. */
const maxReplySeconds = 60
/** A connection that guesses addresses is ended. */
const maxUnknownRecipients = 5
const maxConnectionsOfAddress = 10

type Callback = (error?: Error | null) => void

/** Receives mail by SMTP. There is no sign-in, and no mail is passed on. */
export async function serveMail(
  ctx: MailReceiverDependencies,
  reception: MailReceptionConfig,
): Promise<MailReceiver> {
  const visits = new Map<string, Visit>()
  const connectionsOf = new Map<string, number>()
  const repliesInProgress = new Set<Promise<void>>()

  /** Replies with what the work throws. Anything but a refusal means that the mail can be sent again later. */
  const reply = (work: Promise<void>, maxSeconds: number, callback: Callback) => {
    const outcome = withinLimit(work, maxSeconds).then(
      () => callback(),
      (error: unknown) => callback(toRefusal(ctx, error)),
    )
    repliesInProgress.add(outcome)
    void outcome.finally(() => repliesInProgress.delete(outcome))
  }

  const server = new SMTPServer({
    name: reception.domain,
    banner: 'Recto',
    size: reception.maxBytes,
    authOptional: true,
    disabledCommands: reception.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...omitUndefined(await readTls(reception)),
    maxClients: reception.maxConnections,
    socketTimeout: silentSeconds * 1000,
    closeTimeout: stopSeconds * 1000,
    disableReverseLookup: true,
    logger: false,
    onConnect(session, callback) {
      const { remoteAddress } = session
      const count = (connectionsOf.get(remoteAddress) ?? 0) + 1
      if (count > maxConnectionsOfAddress)
        return callback(new MailRefusal(421, '4.7.0 Too many connections. Try again later.'))
      connectionsOf.set(remoteAddress, count)
      visits.set(session.id, { unknownRecipients: 0, recipient: undefined })
      callback()
    },
    onClose({ id, remoteAddress }) {
      if (!visits.delete(id)) return
      const count = (connectionsOf.get(remoteAddress) ?? 1) - 1
      if (count > 0) connectionsOf.set(remoteAddress, count)
      else connectionsOf.delete(remoteAddress)
    },
    onRcptTo({ address }, session, callback) {
      const work = acceptRecipient(ctx, visits.get(session.id), address, session)
      reply(work, maxReplySeconds, callback)
    },
    onData(stream, session, callback) {
      const recipient = visits.get(session.id)?.recipient
      if (!recipient) return callback(refuseForNow())
      const { remoteAddress: ip, clientHostname, hostNameAppearsAs, envelope } = session
      const returnPath = envelope.mailFrom ? envelope.mailFrom.address : ''
      const origin = { ip, helo: String(hostNameAppearsAs || clientHostname), returnPath }
      const timer = setTimeout(() => stream.destroy(new Error('too slow')), maxMailSeconds * 1000)
      const mail = { recipient, origin, bytes: stream }
      const work = receiveMail(ctx, mail).finally(() => clearTimeout(timer))
      reply(work, maxMailSeconds + maxReplySeconds, callback)
    },
  })
  // Broken connections are no fault of ours, and senders repeat their mails.
  server.on('error', (error) => ctx.log.info({ reason: describeFailure(error) }, 'SMTP connection'))
  const port = await listen(server, reception)
  return {
    port,
    async stop() {
      const closePromise = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      await Promise.allSettled(repliesInProgress)
      await closePromise
    },
  }
}

type Visit = {
  unknownRecipients: number
  /** The address that the mail is for, once it was accepted. */
  recipient: Recipient | undefined
}

/**
 * Accepts an address. A mail has one recipient here, because there is one reply for all of them, and their organizations may
 * differ; a sender repeats the mail for the others.
 */
async function acceptRecipient(
  ctx: MailReceiverDependencies,
  visit: Visit | undefined,
  address: string,
  { envelope: { mailFrom, rcptTo } }: SMTPServerSession,
): Promise<void> {
  if (!visit) throw refuseForNow()
  if (rcptTo.length > 0)
    throw new MailRefusal(452, '4.5.3 One recipient at a time. Send the mail again for the others.')
  if (visit.unknownRecipients >= maxUnknownRecipients)
    throw new MailRefusal(421, '4.7.0 Too many unknown addresses.')
  visit.recipient = undefined
  const recipient = await findRecipient(ctx, address).catch((error: unknown) => {
    if (error instanceof MailRefusal && error.responseCode === 550) visit.unknownRecipients += 1
    throw error
  })
  const { args } = mailFrom || { args: false }
  const statedSize = args ? Number(args.SIZE) : 0
  const { maxBytes } = recipient.settings
  if (statedSize > maxBytes) throw refuseLarge(maxBytes)
  visit.recipient = recipient
}

/** The reasons of failures are for the log: senders only have to know that they can try again. */
function toRefusal({ log }: Pick<MailReceiverDependencies, 'log'>, error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error
  log.warn({ reason: describeFailure(error) }, 'a mail could not be received')
  return refuseForNow()
}

async function withinLimit(work: Promise<void>, maxSeconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), maxSeconds * 1000)
  })
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

async function readTls({ tls }: MailReceptionConfig) {
  if (!tls) return {}
  try {
    const [cert, key] = await Promise.all([readFile(tls.certificate), readFile(tls.key)])
    return { cert, key }
  } catch (cause) {
    const message = `RECTO_MAIL_CERTIFICATE or RECTO_MAIL_KEY cannot be read: ${describeFailure(cause)}`
    throw new StartupError(message, { cause })
  }
}

async function listen(server: SMTPServer, { port, host }: MailReceptionConfig): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (cause) {
    const message = `Recto cannot receive mail on ${host}:${port}: ${describeFailure(cause)}. Set RECTO_MAIL_PORT and RECTO_MAIL_HOST to others.`
    throw new StartupError(message, { cause })
  }
  return (server.server.address() as AddressInfo).port
}
