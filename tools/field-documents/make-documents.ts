/**
 * Business documents by code, with all that is true of them: twenty layouts in ten languages. One half has layouts and
 * words that the other has not, so that a score on it tells how an extractor does on documents that it has not seen.
 */
import { chanceOf } from './chance.ts'
import { formContent } from './content/form.ts'
import { invoiceContent } from './content/invoice.ts'
import { receiptContent } from './content/receipt.ts'
import { statementContent } from './content/statement.ts'
import type { Making, Printed } from './facts.ts'
import { keptInvoices } from './kept/invoices.ts'
import { keptOthers } from './kept/others.ts'
import type { DocumentKind, Layout } from './layout.ts'
import { openInvoices } from './open/invoices.ts'
import { openOthers } from './open/others.ts'
import { type AskedField, questionsFor } from './questions.ts'
import { drawSheet, type Sheet } from './sheet.ts'
import { type Half, languages, type PrintLanguage, type Words, wordsOf } from './words.ts'
import { writingOf } from './writing.ts'

export type FieldDocument = {
  readonly name: string
  readonly half: Half
  readonly kind: DocumentKind
  readonly layout: string
  readonly language: PrintLanguage
  readonly asked: readonly AskedField[]
  /** Draws the PDF. */
  readonly draw: () => Promise<Uint8Array>
}

const layouts: Readonly<Record<Half, readonly Layout[]>> = {
  open: [...openInvoices, ...openOthers],
  kept: [...keptInvoices, ...keptOthers],
}

/**
 * Generates `ofEach` documents for each layout of a half, in all languages by turns; deterministic
 * for a seed.
 */
export function makeDocuments(half: Half, seed: number, ofEach = 15): readonly FieldDocument[] {
  return layouts[half].flatMap((layout, index) =>
    Array.from({ length: ofEach }, (_, i) => {
      const place = index * ofEach + i
      const language = languages[place % languages.length] ?? 'en'
      const seeded = seed * 100_000 + (half === 'kept' ? 50_000 : 0) + place
      const words = wordsOf(language, half)
      return madeDocument(layout, { words, seed: seeded, number: i + 1 })
    }),
  )
}

export const layoutsOf = (half: Half): readonly Layout[] => layouts[half]

type Given = { readonly words: Words; readonly seed: number; readonly number: number }

/** A document of a layout, with such words for its labels. */
export function madeDocument(layout: Layout, { words, seed, number }: Given): FieldDocument {
  const chance = chanceOf(seed)
  const making: Making = { words, chance, writing: writingOf(words, chance) }
  const { content, drawOn } = filled(layout, making)
  return {
    name: `${layout.kind} ${layout.name} ${number} ${words.language}`,
    half: words.half,
    kind: layout.kind,
    layout: layout.name,
    language: words.language,
    asked: questionsFor(making, content),
    draw: () => drawSheet(layout.size, drawOn),
  }
}

type Filled = { readonly content: Printed; readonly drawOn: (sheet: Sheet) => void }

function filled(layout: Layout, making: Making): Filled {
  if (layout.kind === 'invoice') return drawnWith(invoiceContent(making), layout.draw)
  if (layout.kind === 'receipt') return drawnWith(receiptContent(making), layout.draw)
  if (layout.kind === 'statement') return drawnWith(statementContent(making), layout.draw)
  return drawnWith(formContent(making), layout.draw)
}

function drawnWith<Drawn extends Printed>(
  content: Drawn,
  draw: (sheet: Sheet, content: Drawn) => void,
): Filled {
  return { content, drawOn: (sheet) => draw(sheet, content) }
}
