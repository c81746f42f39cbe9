import ts from 'typescript'
import type { ParsedFile } from '../language/parsed-file.ts'
import { alternativesOf, type LedgerTexts } from './ledger.ts'
import { matchesText, normalizeText } from './match-text.ts'
import { readExpression, type Wording } from './read-expression.ts'
import { readChildren } from './read-jsx.ts'

/** A text that a row of the specification quotes and that no file contains. */
export type MissingText = { readonly row: string; readonly text: string }

/** Returns the quoted texts that no string, template or JSX text of `files` contains. */
export function findMissingTexts(
  ledgerTexts: LedgerTexts,
  files: readonly ParsedFile[],
): readonly MissingText[] {
  const wordings = new Set(readAllWordings(files))
  const isThere = (quote: string) => {
    const [whole = quote, ...alternatives] = alternativesOf(quote)
    return (
      isContained(whole, wordings) ||
      (alternatives.length > 0 && alternatives.every((text) => isContained(text, wordings)))
    )
  }
  return Object.entries(ledgerTexts).flatMap(([row, quotes]) =>
    quotes.filter((quote) => !isThere(quote)).map((text) => ({ row, text })),
  )
}

/** Reads every string of the files, whether people see it or not: what a text is for may be far away from it. */
function readAllWordings(files: readonly ParsedFile[]): readonly string[] {
  const texts = files.flatMap(({ nodes }) => nodes.flatMap(readNode)).map(({ text }) => text)
  return texts.map(normalizeText).filter((text) => /\p{L}/u.test(text))
}

function readNode(node: ts.Node): readonly Wording[] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return readChildren(node.children)
  const isString = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  return isString ? readExpression(node) : []
}

function isContained(quote: string, wordings: ReadonlySet<string>): boolean {
  if (wordings.has(normalizeText(quote))) return true
  const isOpen = normalizeText(quote).includes('…')
  return [...wordings].some(
    (wording) =>
      containsText(wording, quote) ||
      ((isOpen || wording.includes('…')) && matchesText(quote, wording)),
  )
}

/** Returns whether a longer text has the quote in it, from the beginning of a word to the end of one. */
function containsText(wording: string, quote: string): boolean {
  const part = normalizeText(quote)
  const start = part.includes('…') ? -1 : wording.indexOf(part)
  if (start < 0) return false
  const isWordSign = (sign: string | undefined) => /[\p{L}\d]/u.test(sign ?? '')
  return !isWordSign(wording[start - 1]) && !isWordSign(wording[start + part.length])
}
