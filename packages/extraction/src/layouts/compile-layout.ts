import type { Box, DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import type { ApprovedDocument } from './approved-document.ts'
import { findTies } from './find-ties.ts'
import { groupDocuments } from './group-documents.ts'
import { induceRules } from './induce-rules.ts'
import { type CompiledLayout, layoutFormat } from './layout.ts'
import { mapToLayout } from './match-layout.ts'
import { nameLayout } from './name-layout.ts'
import { toPositionedLetters } from './page-transform.ts'
import { toEndPages } from './positioned-page.ts'
import { findStaticWords } from './static-words.ts'

/** Document with its approved values, by field key. */
export type LayoutExample = {
  readonly document: DocumentText
  readonly values: Readonly<Record<string, ExampleValue>>
}

export type ExampleValue = {
  /** `null` when a person confirmed that the document does not state the value. */
  readonly value: Json
  /**
   * Boxes of the value on their pages, in points. Without boxes, all positions where the value is
   * printed are tried.
   */
  readonly boxes?: readonly Box[]
}

/** Field with the prompt that asks for it. */
export type LayoutField = {
  readonly key: string
  readonly type: FieldType
  readonly prompt: string
}

export type CompileOptions = {
  readonly fields: readonly LayoutField[]
  /** Minimum number of documents, and of approved values per field. */
  readonly minDocuments: number
}

/**
 * Maximum number of documents that a layout is compiled from: older ones say less about its current
 * form.
 */
const maxExamples = 12

/**
 * Groups documents that share a layout and returns the indices of each group's members. Documents
 * without words are in no group.
 */
export function groupByLayout(documents: readonly DocumentText[]): readonly (readonly number[])[] {
  return groupDocuments(
    documents.map((document) => {
      const pages = toEndPages(document)
      return pages ? toPositionedLetters(pages.first) : []
    }),
  )
}

/**
 * Compiles a layout from documents that share one: the words at the same position in all of them,
 * and a rule for each field whose position can be found by one. The rules are induced from the
 * approved values and proven by leave-one-out validation. Only the newest documents count, so that
 * the layout follows slow changes.
 *
 * @param examples Documents of one layout, the newest last.
 * @returns `undefined` when there are too few documents, or they have too few words in common.
 */
export function compileLayout(
  examples: readonly LayoutExample[],
  { fields, minDocuments }: CompileOptions,
): CompiledLayout | undefined {
  const newest = examples
    .slice(-maxExamples)
    .map((example) => {
      const pages = toEndPages(example.document)
      return pages ? { pages, example } : undefined
    })
    .filter((value) => value !== undefined)
  if (newest.length < minDocuments) return undefined
  const words = findStaticWords(newest.map(({ pages }) => toPositionedLetters(pages.first)))
  const documents = newest.map(
    ({ pages, example }): ApprovedDocument => ({
      ...mapToLayout(pages, words),
      values: new Map(
        fields
          .map(({ key, type }) => {
            const value = example.values[key]
            return value ? ([key, { type, ...value }] as const) : undefined
          })
          .filter((value) => value !== undefined),
      ),
    }),
  )
  const promptOf = new Map(fields.map(({ key, prompt }) => [key, prompt]))
  const rules = [...induceRules(documents, words, minDocuments)]
    .map(([key, result]) =>
      'rule' in result ? { ...result.rule, prompt: promptOf.get(key) ?? '' } : undefined,
    )
    .filter((value) => value !== undefined)
  const last = documents.at(-1)
  const name = last && nameLayout(last.pages, last.staticIndices, words)
  return {
    format: layoutFormat,
    words,
    rules,
    ties: findTies(documents, rules),
    documents: newest.length,
    ...omitUndefined({ name }),
  }
}
