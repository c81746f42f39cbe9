import type { Attachment } from '@recto/document-text/model'
import type { OpenedAttachment } from '@recto/document-text/reader'
import { readHtmlText } from '../markup/read-html.ts'
import { readText } from '../markup/read-text.ts'
import type { FlowBlock } from '../typeset/flow.ts'

export type MailAttachment = OpenedAttachment & {
  /** Whether it is shown within the text. */
  readonly isInline?: boolean
  /** Whether it is a further message of the mailbox, which nobody attached. */
  readonly isNextMessage?: boolean
}

export type Mail = {
  /** Headers as a person reads them, in order; empty values are left out. */
  readonly headers: readonly (readonly [label: string, value: string | undefined])[]
  readonly text?: string | undefined
  readonly html?: string | undefined
  readonly attachments: readonly MailAttachment[]
}

/** A mail as it is printed: its headers, the names of its attachments, its body. */
export function* mailFlow(mail: Mail): Generator<FlowBlock> {
  const ownAttachments = mail.attachments.filter(({ isNextMessage }) => !isNextMessage)
  const names = ownAttachments.map(({ name }) => name).join(', ')
  for (const [label, value] of [...mail.headers, ['Attachments', names] as const]) {
    const displayedValue = value?.replace(/\s+/g, ' ').trim()
    if (!displayedValue) continue
    yield { kind: 'text', text: `${label}: ${displayedValue}`, hangingIndent: 2, isTight: true }
  }
  yield { kind: 'text', text: '', isTight: true }
  if (mail.text?.trim()) yield* readText(mail.text.trimEnd())
  else if (mail.html) yield* readHtmlText(mail.html)
}

/** Properties of a listed attachment. */
export function describeAttachment({ name, mimeType, size }: OpenedAttachment): Attachment {
  return { name, mimeType, size }
}

const maxNameLength = 255

/** A name is shown and never used as a path; control characters in it would only confuse. */
export function attachmentName(statedName: string | null | undefined, fallback: string): string {
  const name = (statedName ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  return (name === '' ? fallback : name).slice(0, maxNameLength)
}
