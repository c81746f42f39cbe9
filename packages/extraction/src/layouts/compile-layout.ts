import type { Box, DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import type { ApprovedDocument } from './approved-document.ts'
import { findTies } from './find-ties.ts'
import { placedOf } from './frame.ts'
import { groupDocuments } from './group-documents.ts'
import { induceRules } from './induce-rules.ts'
import { layDocument } from './laid-page.ts'
import { type CompiledLayout, layoutFormat } from './layout.ts'
import { framedIn } from './match-layout.ts'
import { nameLayout } from './name-layout.ts'
import { staticWords } from './static-words.ts'

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
  readonly least: number
}

/**
 * Maximum number of documents that a layout is compiled from: older ones say less about its current
 * form.
 */
const mostExamples = 12

/**
 * Groups documents that share a layout and returns the indices of each group's members. Documents
 * without words are in no group.
 */
export function groupByLayout(documents: readonly DocumentText[]): readonly (readonly number[])[] {
  return groupDocuments(
    documents.map((document) => {
      const laid = layDocument(document)
      return laid ? placedOf(laid.first) : []
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
  { fields, least }: CompileOptions,
): CompiledLayout | undefined {
  const newest = examples
    .slice(-mostExamples)
    .map((example) => {
      const laid = layDocument(example.document)
      return laid ? { laid, example } : undefined
    })
    .filter((value) => value !== undefined)
  if (newest.length < least) return undefined
  const words = staticWords(newest.map(({ laid }) => placedOf(laid.first)))
  const documents = newest.map(
    ({ laid, example }): ApprovedDocument => ({
      ...framedIn(laid, words),
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
  const rules = [...induceRules(documents, words, least)]
    .map(([key, induced]) =>
      'rule' in induced ? { ...induced.rule, prompt: promptOf.get(key) ?? '' } : undefined,
    )
    .filter((value) => value !== undefined)
  const last = documents.at(-1)
  const name = last && nameLayout(last.laid, last.statics, words)
  return {
    format: layoutFormat,
    words,
    rules,
    ties: findTies(documents, rules),
    documents: newest.length,
    ...omitUndefined({ name }),
  }
}
