import { type HiddenLine, hiddenReasons } from '@recto/contract/prompt-studio/hidden-text'
import { badRequest } from '../../../platform/app-error.ts'
import type { OpenedText } from '../text/open-text.ts'

const maxQuoteLength = 80

/** Describes for people where the text is, what it says and why it is invisible. */
export function describeHiddenLine({ page, text, reason }: HiddenLine): string {
  const quote = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
  return `page ${page + 1}: “${quote}” (${hiddenReasons[reason]})`
}

/** Throws 400 for a document with invisible text. */
export async function assertNoHiddenText(name: string, text: OpenedText): Promise<void> {
  const { lines, count } = await text.hiddenLines()
  const [first] = lines
  if (!first) return
  const remainder = count > 1 ? `, and ${count - 1} more` : ''
  throw badRequest(
    `“${name}” contains hidden text, which the settings do not allow: ${describeHiddenLine(first)}${remainder}.`,
  )
}
