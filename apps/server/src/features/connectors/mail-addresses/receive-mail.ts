import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { type Content, discardContent } from '../../../platform/files/content.ts'
import { receiveContent } from '../../../platform/files/receive-content.ts'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { deleteDocument, storeDocuments } from '../../documents/documents.port.ts'
import { unpackMailJob } from '../connectors.jobs.ts'
import { isAllowedSender } from './address-settings.ts'
import { authenticateMail, type MailAuthentication, type MailOrigin } from './authenticate-mail.ts'
import type { Recipient } from './find-recipient.ts'
import { MailRefusal, refuseLarge } from './mail-refusal.ts'
import { type MeasuredMail, measureMail } from './measure-mail.ts'
import { describeHead, type MailHead, readHead } from './read-head.ts'
import { insertMail, trimRefusals } from './received-mails.store.ts'

export type ReceiveDependencies = Pick<Context, 'config' | 'db' | 'files' | 'jobs' | 'log'>

type ArrivingMail = {
  readonly recipient: Recipient
  readonly origin: MailOrigin
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Receives a mail. When it returns, the mail is stored and will be processed, once even if its sender sends it again. Throws
 * a `MailRefusal` if it is not accepted.
 */
export async function receiveMail(
  ctx: ReceiveDependencies,
  { recipient, origin, bytes }: ArrivingMail,
): Promise<void> {
  const reception = ctx.config.mailReception
  if (!reception) throw new Error('This installation receives no mail.')
  const maxBytes = Math.min(recipient.settings.maxBytes, reception.maxBytes)
  const { bytes: measuredBytes, meter } = measureMail(bytes, maxBytes)
  const { content, size, hash } = await receiveContent(ctx.files, measuredBytes, { maxBytes })
  try {
    if (meter.isTooLarge) throw refuseLarge(maxBytes)
    const measurement = meter.finish()
    const head = await readHead(measurement.head)
    const { domain, resolver } = reception
    const options = { domain, resolver, log: ctx.log }
    const readable = await openContent(ctx, content)
    const authentication = await authenticateMail(readable, origin, options)
    const mail = { head, authentication, measurement, content, size, hash }
    const refusal = findRefusal(recipient, mail)
    if (refusal?.responseCode === 550) await recordRefusal(recipient, mail, refusal)
    if (refusal) throw refusal
    await storeMail(ctx, recipient, mail)
  } finally {
    await discardContent(ctx.files, content)
  }
}

type CheckedMail = {
  readonly head: MailHead
  readonly authentication: MailAuthentication
  readonly measurement: MeasuredMail
  readonly content: Content
  readonly size: number
  readonly hash: string
}

const openContent = async (
  { files }: Pick<Context, 'files'>,
  content: Content,
): Promise<Readable> =>
  'bytes' in content ? Readable.from([Buffer.from(content.bytes)]) : files.read(content.path)

function findRefusal(
  { settings }: Recipient,
  { head, authentication: { spf, dkim, isVerified } }: CheckedMail,
): MailRefusal | undefined {
  if (!isAllowedSender(head.sender, settings))
    return new MailRefusal(550, '5.7.1 This sender is not allowed at this address.')
  if (settings.authentication !== 'require' || isVerified) return undefined
  if (spf === 'unknown' || dkim === 'unknown')
    return new MailRefusal(
      451,
      '4.7.1 The sender cannot be verified at the moment. Try again later.',
    )
  return new MailRefusal(550, '5.7.26 Neither SPF nor DKIM proves who has sent the mail.')
}

async function storeMail(
  ctx: ReceiveDependencies,
  { tenant, connectorId, settings }: Recipient,
  { head, authentication, measurement, content, size, hash }: CheckedMail,
): Promise<void> {
  const { organizationId } = tenant
  const id = createTimeOrderedId()
  const contentKey = createContentKey(head, measurement)
  const receivedAt = new Date()
  const document = { hash, size, mimeType: 'message/rfc822', content }
  const isNew = await storeDocuments(ctx, tenant, [document], async (transaction) => {
    const isInserted = await insertMail(transaction, {
      id,
      connector_id: connectorId,
      state: 'STORED',
      content_key: contentKey,
      path: buildPath(head, contentKey, receivedAt),
      choice: settings.choice,
      size,
      file_hash: hash,
      metadata: describeHead(head, authentication, receivedAt),
      spf: authentication.spf,
      dkim: authentication.dkim,
      is_verified: authentication.isVerified,
      is_flagged: settings.authentication === 'flag' && !authentication.isVerified,
      reason: null,
      sent_at: head.sentAt ?? null,
    })
    const options = { key: `unpack-mail:${id}`, organizationId, db: transaction.db }
    if (isInserted) await ctx.jobs.enqueue(unpackMailJob, { organizationId, mailId: id }, options)
    return isInserted
  })
  // The mail is known with other headers, so nothing refers to these bytes.
  if (!isNew) await deleteDocument(ctx, tenant, hash)
}

/** The same for a mail that is sent again, whichever servers have added headers to it. */
function createContentKey(
  { messageId, sender, subject, sentAt }: MailHead,
  { bodyDigest }: MeasuredMail,
): string {
  const facts = messageId ?? [sender ?? null, subject ?? null, sentAt?.getTime() ?? null]
  return createHash('sha256')
    .update(JSON.stringify([facts, bodyDigest]))
    .digest('hex')
}

const maxSubjectLength = 60

/** One segment of a path, like those of the mails of an IMAP mailbox. */
function buildPath({ subject, sentAt }: MailHead, contentKey: string, receivedAt: Date): string {
  const day = (sentAt ?? receivedAt).toISOString().slice(0, 10)
  const title = [...(subject ?? 'no subject').replaceAll(/[/\\\p{Cf}]+/gu, ' ')]
    .slice(0, maxSubjectLength)
    .join('')
    .trim()
  return `${day} ${title || 'no subject'} ${contentKey.slice(0, 16)}`
}

/** Anybody can cause refusals, so few are kept. */
const maxRefusals = 20

/** Records a refused mail without its content, so that the page of the address shows it. */
async function recordRefusal(
  { tenant, connectorId, settings }: Recipient,
  { head, authentication, size }: CheckedMail,
  refusal: MailRefusal,
): Promise<void> {
  const receivedAt = new Date()
  await insertMail(tenant, {
    id: randomUUID(),
    connector_id: connectorId,
    state: 'REFUSED',
    content_key: null,
    path: '',
    choice: settings.choice,
    size,
    file_hash: null,
    metadata: describeHead(head, authentication, receivedAt),
    spf: authentication.spf,
    dkim: authentication.dkim,
    is_verified: authentication.isVerified,
    is_flagged: false,
    reason: refusal.message.replace(/^[\d.]+ /, ''),
    sent_at: head.sentAt ?? null,
  })
  await trimRefusals(tenant, { connectorId, max: maxRefusals })
}
