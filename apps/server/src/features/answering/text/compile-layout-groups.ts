import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import {
  compileLayout,
  type ExampleValue,
  groupByLayout,
  type LayoutField,
} from '@recto/extraction/compile-layout'
import type { CompiledLayout } from '@recto/extraction/compiled-layout'
import { groupNearCopies } from '@recto/extraction/near-copies'

export type LayoutsToCompile = {
  /** Approved documents, the newest last, with their texts in stored form. */
  readonly examples: readonly {
    readonly hash: string
    readonly text: string
    readonly values: Readonly<Record<string, ExampleValue>>
  }[]
  readonly fields: readonly LayoutField[]
  /** Minimum number of documents per layout. */
  readonly minDocuments: number
}

export type GroupLayout = { readonly hashes: readonly string[]; readonly layout: CompiledLayout }

/**
 * Compiles a layout for every group of documents that is large enough. It takes seconds, so it runs
 * in another process.
 */
export function compileLayoutGroups({
  examples,
  fields,
  minDocuments,
}: LayoutsToCompile): readonly GroupLayout[] {
  const parsedExamples = examples.map(({ text, ...example }) => ({
    ...example,
    document: parseStoredDocumentText(text),
  }))
  return groupByLayout(parsedExamples.map(({ document }) => document))
    .map((group) => {
      const members = group.flatMap((index) => parsedExamples[index] ?? [])
      const layout = compileLayout(members, { fields, minDocuments: minDocuments })
      return layout ? { hashes: members.map(({ hash }) => hash), layout } : undefined
    })
    .filter((value) => value !== undefined)
}

/** Returns the indices of the texts in each group of documents that look alike. */
export type GroupedTexts = {
  readonly layouts: readonly (readonly number[])[]
  /** Near copies within each layout. */
  readonly copies: readonly (readonly number[])[]
}

export function groupTextsByLayout(texts: readonly string[]): GroupedTexts {
  const documents = texts.map((text) => parseStoredDocumentText(text))
  const layouts = groupByLayout(documents)
  const copies = layouts.flatMap((indices) => {
    const members = indices.flatMap((index) => documents[index] ?? [])
    return groupNearCopies(members).map((group) => group.flatMap((place) => indices[place] ?? []))
  })
  return { layouts, copies }
}
