import { type HiddenLine, hiddenReasons } from '@recto/contract/hidden-text'
import { badRequest } from '../../platform/app-error.ts'
import type { OpenedText } from './text/open-text.ts'

const mostLetters = 80

/** Where it stands, what it says and why nobody sees it, for a person. */
export function describeHidden({ page, text, reason }: HiddenLine): string {
  const quote = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
  return `page ${page + 1}: “${quote}” (${hiddenReasons[reason]})`
}

/** Throws 400 for a document with text that nobody sees. */
export async function refuseHidden(name: string, text: OpenedText): Promise<void> {
  const { lines, count } = await text.hiddenLines()
  const [first] = lines
  if (!first) return
  const more = count > 1 ? `, and ${count - 1} more` : ''
  throw badRequest(
    `“${name}” has text that nobody sees on its pages, and such documents are refused here: ${describeHidden(first)}${more}.`,
  )
}
