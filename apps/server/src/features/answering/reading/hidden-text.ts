import { hiddenReasons } from '@recto/contract/prompt-studio/hidden-text'
import { badRequest } from '../../../platform/app-error.ts'
import type { OpenedText } from '../text/open-text.ts'
import type { HiddenLines } from '../text/operations.ts'

const maxQuoteLength = 80

/**
 * Describes for people the first line that somebody may have hidden: where it is, what it says, why it is invisible, and
 * how many others there are. Undefined without such a line: most web pages and mails describe their images.
 */
export function describeHiddenText({ lines, count }: HiddenLines): string | undefined {
  const [first, ...furtherLines] = lines.filter(({ reason }) => reason !== 'description')
  if (!first) return undefined
  const { page, text, reason } = first
  const quote = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
  const furtherCount = furtherLines.length
  // Lines beyond the listed ones may all be descriptions.
  const number = count > lines.length ? `at least ${furtherCount}` : furtherCount
  const remainder = furtherCount > 0 ? `, and ${number} more` : ''
  return `page ${page + 1}: “${quote}” (${hiddenReasons[reason]})${remainder}`
}

/** Throws 400 for a document with a text that somebody may have hidden. */
export async function assertNoHiddenText(name: string, text: OpenedText): Promise<void> {
  const description = describeHiddenText(await text.hiddenLines())
  if (description === undefined) return
  throw badRequest(
    `“${name}” contains hidden text, which the settings do not allow: ${description}.`,
  )
}
