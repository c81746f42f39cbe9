import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { FetchMessageObject } from 'imapflow'
import {
  describeAttachments,
  describeBody,
  listMailDocuments,
  listParts,
  type MailDocument,
  type MailDocumentChoice,
  toSegment,
} from './mail-parts.ts'

/** A mail as its server lists it, and what is taken from it. */
export type DescribedMail = {
  /**
   * One segment of a path. It depends on the mail alone, not on the folder or its number there, so that a mail that was
   * moved or copied is the same.
   */
  readonly path: string
  readonly date: Date | null
  /** Facts for the results of its documents. */
  readonly metadata: Readonly<Record<string, string>>
  readonly documents: readonly MailDocument[]
  /** The document if there is no other. */
  readonly body: MailDocument | undefined
  /** The place where it was last found. */
  readonly place: MailPlace
}

export type MailPlace = {
  readonly folder: string
  /** Numbers are valid only together with it. */
  readonly validity: bigint
  readonly uid: number
}

type MailFacts = {
  readonly message: FetchMessageObject
  readonly place: MailPlace
  readonly choice: MailDocumentChoice
  /** Digest of the content, for a mail without an id. */
  readonly contentDigest: string | undefined
}

/** The day of a mail without a date in its path. */
const dayOfUndated = 'dayOfUndated'
const maxSubjectLength = 60
const maxValueLength = 1000

export function describeMail({ message, place, choice, contentDigest }: MailFacts): DescribedMail {
  const { envelope = {}, bodyStructure: structure, size = 0, internalDate } = message
  const sentAt = toDate(envelope.date)
  const subject = tidy(envelope.subject)
  const sender = tidy(envelope.from?.[0]?.address)
  const messageId = findMessageId(message)
  const parts = listParts(structure)
  const facts = [
    messageId ?? [contentDigest, size],
    sentAt?.getTime() ?? null,
    describeAttachments(parts.leaves),
  ]
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
  const title = toSegment(subject || 'no subject', maxSubjectLength)
  const date = sentAt ?? toDate(internalDate)
  const documents = listMailDocuments({ subject, size }, parts, choice)
  const hasBody = choice === 'attachments_or_body'
  const body = hasBody ? describeBody({ structure, subject, size }) : undefined
  return {
    path: `${sentAt ? toDay(sentAt) : dayOfUndated} ${title} ${digest}`,
    date,
    metadata: omitUndefined({
      sender: sender || undefined,
      subject: subject || undefined,
      date: date?.toISOString(),
      message_id: messageId,
    }),
    documents: documents.length === 0 && body ? [body] : documents,
    body,
    place,
  }
}

export function findMessageId({ envelope }: FetchMessageObject): string | undefined {
  const id = tidy(envelope?.messageId)
  return id === '' || id === '<>' ? undefined : id
}

/** Servers and senders write what they like. */
const tidy = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxValueLength)

function toDate(value: Date | string | undefined): Date | null {
  const date = value === undefined ? undefined : new Date(value)
  return date === undefined || Number.isNaN(date.getTime()) ? null : date
}

const toDay = (date: Date) => date.toISOString().slice(0, 10)

const dayMilliseconds = 86_400_000

/** The days on which a mail was sent, by its own clock, which may be in any time zone. */
export function findSentDays(path: string): { readonly from: Date; readonly to: Date } | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2}) /.exec(path) ?? []
  const date = toDate(day)
  if (!date) return undefined
  return {
    from: new Date(date.getTime() - dayMilliseconds),
    to: new Date(date.getTime() + 2 * dayMilliseconds),
  }
}

/** How many mails of one sender have the same picture before it is a part of the signature. */
const maxRepetitions = 2

/** Leaves out pictures that several mails of one sender have, such as a logo. */
export function dropRepeatedPictures(mails: readonly DescribedMail[]): readonly DescribedMail[] {
  const toKey = ({ metadata }: DescribedMail, { contentType, encodedSize }: MailDocument) =>
    `${metadata.sender} ${contentType} ${encodedSize}`
  const isPicture = ({ contentType }: MailDocument) => contentType?.startsWith('image/') === true
  const mailsByPicture = new Map<string, Set<string>>()
  for (const mail of mails)
    for (const document of mail.documents.filter(isPicture)) {
      const key = toKey(mail, document)
      mailsByPicture.set(key, (mailsByPicture.get(key) ?? new Set()).add(mail.path))
    }
  const isRepeated = (mail: DescribedMail, document: MailDocument) =>
    isPicture(document) && (mailsByPicture.get(toKey(mail, document))?.size ?? 0) > maxRepetitions
  return mails.map((mail) => {
    const documents = mail.documents.filter((document) => !isRepeated(mail, document))
    return { ...mail, documents: documents.length === 0 && mail.body ? [mail.body] : documents }
  })
}
