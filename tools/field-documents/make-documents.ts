/**
 * Generates business documents with their expected values: twenty layouts in ten languages. The held-out half
 * (`kept`) has other layouts and words than the open one, so that its score shows how an extractor performs on
 * unseen documents.
 */
import { chanceOf } from './chance.ts'
import { formContent } from './content/form.ts'
import { invoiceContent } from './content/invoice.ts'
import { receiptContent } from './content/receipt.ts'
import { statementContent } from './content/statement.ts'
import type { DocumentContent, GeneratorContext } from './facts.ts'
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
  readonly askedFields: readonly AskedField[]
  /** Draws the PDF. */
  readonly draw: () => Promise<Uint8Array>
}

const layouts: Readonly<Record<Half, readonly Layout[]>> = {
  open: [...openInvoices, ...openOthers],
  kept: [...keptInvoices, ...keptOthers],
}

/**
 * Generates `documentsPerLayout` documents for each layout of a half, alternating through all languages;
 * deterministic for a seed.
 */
export function makeDocuments(
  half: Half,
  seed: number,
  documentsPerLayout = 15,
): readonly FieldDocument[] {
  return layouts[half].flatMap((layout, index) =>
    Array.from({ length: documentsPerLayout }, (_, i) => {
      const place = index * documentsPerLayout + i
      const language = languages[place % languages.length] ?? 'en'
      const documentSeed = seed * 100_000 + (half === 'kept' ? 50_000 : 0) + place
      const words = wordsOf(language, half)
      return makeDocument(layout, { words, seed: documentSeed, number: i + 1 })
    }),
  )
}

export const layoutsOf = (half: Half): readonly Layout[] => layouts[half]

type DocumentOptions = { readonly words: Words; readonly seed: number; readonly number: number }

/** Generates a document of a layout with the given words for its labels. */
export function makeDocument(
  layout: Layout,
  { words, seed, number }: DocumentOptions,
): FieldDocument {
  const chance = chanceOf(seed)
  const context: GeneratorContext = { words, chance, writing: writingOf(words, chance) }
  const { content, drawOn } = fillLayout(layout, context)
  return {
    name: `${layout.kind} ${layout.name} ${number} ${words.language}`,
    half: words.half,
    kind: layout.kind,
    layout: layout.name,
    language: words.language,
    askedFields: questionsFor(context, content),
    draw: () => drawSheet(layout.size, drawOn),
  }
}

type FilledLayout = { readonly content: DocumentContent; readonly drawOn: (sheet: Sheet) => void }

function fillLayout(layout: Layout, context: GeneratorContext): FilledLayout {
  if (layout.kind === 'invoice') return bindContent(invoiceContent(context), layout.draw)
  if (layout.kind === 'receipt') return bindContent(receiptContent(context), layout.draw)
  if (layout.kind === 'statement') return bindContent(statementContent(context), layout.draw)
  return bindContent(formContent(context), layout.draw)
}

function bindContent<Content extends DocumentContent>(
  content: Content,
  draw: (sheet: Sheet, content: Content) => void,
): FilledLayout {
  return { content, drawOn: (sheet) => draw(sheet, content) }
}
