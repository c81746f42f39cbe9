import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import {
  compileLayout,
  type ExampleValue,
  groupByLayout,
  type LayoutField,
} from '@recto/extraction/compile-layout'
import type { CompiledLayout } from '@recto/extraction/compiled-layout'

export type LayoutsToCompile = {
  /** Approved documents, the newest last, with their texts as they are stored. */
  readonly examples: readonly {
    readonly hash: string
    readonly text: string
    readonly values: Readonly<Record<string, ExampleValue>>
  }[]
  readonly fields: readonly LayoutField[]
  /** Of so many documents a layout is made. */
  readonly least: number
}

export type MadeLayout = { readonly hashes: readonly string[]; readonly layout: CompiledLayout }

/** The layouts of all groups of documents that are large enough. It takes seconds, so it runs in another process. */
export function compileLayouts({
  examples,
  fields,
  least,
}: LayoutsToCompile): readonly MadeLayout[] {
  const opened = examples.map(({ text, ...example }) => ({
    ...example,
    document: parseStoredDocumentText(text),
  }))
  return groupByLayout(opened.map(({ document }) => document)).flatMap((group) => {
    const members = group.flatMap((i) => opened[i] ?? [])
    const layout = compileLayout(members, { fields, least })
    return layout ? [{ hashes: members.map(({ hash }) => hash), layout }] : []
  })
}
