import type { HiddenLine } from '@recto/contract/hidden-text'
import { badRequest } from '../../platform/app-error.ts'
import type { OpenedText } from './text/open-text.ts'

const said: Readonly<Record<HiddenLine['reason'], string>> = {
  'no-contrast': 'in the colour of what is behind it',
  transparent: 'not painted',
  tiny: 'smaller than two points',
  outside: 'beside the visible page',
  covered: 'under something else',
  layer: 'on a layer that is off',
  annotation: 'in a hidden annotation',
  characters: 'in characters without a shape',
  'other-letters': 'drawn with the shapes of other letters',
}
const mostLetters = 80

/** Where it stands, what it says and why nobody sees it, for a person. */
export function describeHidden({ page, text, reason }: HiddenLine): string {
  const quote = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
  return `page ${page + 1}: “${quote}” (${said[reason]})`
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
