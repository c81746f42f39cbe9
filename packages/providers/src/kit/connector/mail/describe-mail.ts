import { createHash } from 'node:crypto'
import {
  describeAttachments,
  describeBody,
  isSealed,
  listMailDocuments,
  listParts,
  type MailDocument,
  type MailDocumentChoice,
  type MailLeaf,
  type MailShape,
  type OpenedPart,
  toSegment,
} from '@recto/mail-formats/mail-parts'
import { omitUndefined } from '@recto/omit-undefined'
import type { FetchMessageObject, SearchObject } from 'imapflow'

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
  /** Contents of its sealed parts, by their numbers. */
  readonly openedParts: ReadonlyMap<string, OpenedPart>
}

/** Number of the text in a sealed part. */
export const bodyOfPart = 'body'

/** The day of a mail without a date in its path. */
const dayOfUndated = 'dayOfUndated'
const maxSubjectLength = 60
const maxValueLength = 1000

/** The path of a mail before its digest, which needs the content of a mail without an id. */
export function describePathStart({ envelope }: FetchMessageObject): string {
  const sentAt = toDate(envelope?.date)
  const title = toSegment(tidy(envelope?.subject) || 'no subject', maxSubjectLength)
  return `${sentAt ? toDay(sentAt) : dayOfUndated} ${title} `
}

export function describeMail(facts: MailFacts): DescribedMail {
  const { message, place, choice, contentDigest, openedParts } = facts
  const { envelope = {}, bodyStructure: structure, size = 0, internalDate } = message
  const sentAt = toDate(envelope.date)
  const subject = tidy(envelope.subject)
  const sender = tidy(envelope.from?.[0]?.address)
  const messageId = findMessageId(message)
  const parts = listParts(structure)
  const identity = [
    messageId ?? [contentDigest, size],
    sentAt?.getTime() ?? null,
    describeAttachments(parts.leaves),
  ]
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)
  const date = sentAt ?? toDate(internalDate)
  const leaves = parts.leaves.map((leaf) => addOpened(leaf, openedParts))
  const { isTooDeep } = parts
  const documents = listMailDocuments({ structure, subject, size }, { leaves, isTooDeep }, choice)
  const hasBody = choice === 'attachments_or_body'
  const body = hasBody ? describeReadBody({ structure, subject, size }, leaves) : undefined
  return {
    path: `${describePathStart(message)}${digest}`,
    date,
    metadata: omitUndefined({
      sender: sender || undefined,
      subject: subject || undefined,
      date: date?.toISOString(),
      message_id: messageId,
    }),
    documents: documents.length === 0 && body ? [body] : documents,
    place,
  }
}

/** The text of a signed mail is in the part that was opened. */
function describeReadBody(shape: MailShape, leaves: readonly MailLeaf[]): MailDocument {
  const body = describeBody(shape)
  const signed = leaves.find(({ contents }) => contents?.body)
  const hasText = leaves.some(({ node, name }) => node.type.startsWith('text/') && !name)
  if (!signed || hasText) return body
  return { ...body, source: { kind: 'opened', part: signed.part, inner: bodyOfPart } }
}

function addOpened(leaf: MailLeaf, openedParts: ReadonlyMap<string, OpenedPart>): MailLeaf {
  const contents = openedParts.get(leaf.part)
  const inner = leaf.inner?.map((one) => addOpened(one, openedParts))
  return { ...leaf, ...omitUndefined({ contents, inner }) }
}

/** Lists the sealed parts of a mail, also those in mails within it. */
export const listSealedParts = ({ bodyStructure }: FetchMessageObject): readonly string[] =>
  listSealed(listParts(bodyStructure).leaves)

const listSealed = (leaves: readonly MailLeaf[]): readonly string[] =>
  leaves.flatMap((leaf) =>
    leaf.inner ? listSealed(leaf.inner) : isSealed(leaf) ? [leaf.part] : [],
  )

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

const reachableId = /^<[\x21-\x7e]{1,900}>$/

/** Builds the search for a mail whose path and data are known from its listing. */
export function buildMailSearch(
  path: string,
  { message_id: id = '', date }: DescribedMail['metadata'],
): SearchObject {
  if (reachableId.test(id)) return { header: { 'Message-ID': id } }
  const sentDays = findDays(/^(\d{4}-\d{2}-\d{2}) /.exec(path)?.[1])
  if (sentDays) return { sentSince: sentDays.from, sentBefore: sentDays.to }
  // The date of an undated mail is the one of its arrival, which a copy keeps.
  const arrivalDays = findDays(date)
  return arrivalDays ? { since: arrivalDays.from, before: arrivalDays.to } : {}
}

/** The days around a day of a mail, whose clock may be in any time zone. */
function findDays(day: string | undefined): { readonly from: Date; readonly to: Date } | undefined {
  const date = toDate(day)
  if (!date) return undefined
  return {
    from: new Date(date.getTime() - dayMilliseconds),
    to: new Date(date.getTime() + 2 * dayMilliseconds),
  }
}
