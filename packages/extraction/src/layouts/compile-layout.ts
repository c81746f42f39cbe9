import type { Box, DocumentText } from '@recto/document-text/model'
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

/** A document, with what people have approved of it by the keys of the fields. */
export type LayoutExample = {
  readonly document: DocumentText
  readonly values: Readonly<Record<string, ExampleValue>>
}

export type ExampleValue = {
  /** `null`: somebody knows that the document does not say. */
  readonly value: Json
  /** In points on their page, where it was read; of a value without them all places are tried. */
  readonly boxes?: readonly Box[]
}

/** A field as it is asked for. */
export type LayoutField = {
  readonly key: string
  readonly type: FieldType
  readonly prompt: string
}

export type CompileOptions = {
  readonly fields: readonly LayoutField[]
  /** How many documents, and values of a field, there must be. */
  readonly least: number
}

/** Older documents say less of what a layout is now. */
const mostExamples = 12

/** The places of the members of each group of documents that share a layout; of those without words none. */
export function groupByLayout(documents: readonly DocumentText[]): readonly (readonly number[])[] {
  return groupDocuments(
    documents.map((document) => {
      const laid = layDocument(document)
      return laid ? placedOf(laid.first) : []
    }),
  )
}

/**
 * Makes a layout of documents that share one: the words that stand in all of them, and a rule for each field whose
 * place can be told by one, induced from the approved values and proven by leaving out each document in turn. Only the
 * newest documents count, so that a layout that changes slowly is followed.
 *
 * @param examples Of one layout, the newest last.
 * @returns `undefined` where there are too few documents, or they have too few words in common.
 */
export function compileLayout(
  examples: readonly LayoutExample[],
  { fields, least }: CompileOptions,
): CompiledLayout | undefined {
  const newest = examples.slice(-mostExamples).flatMap((example) => {
    const laid = layDocument(example.document)
    return laid ? [{ laid, example }] : []
  })
  if (newest.length < least) return undefined
  const words = staticWords(newest.map(({ laid }) => placedOf(laid.first)))
  const documents = newest.map(
    ({ laid, example }): ApprovedDocument => ({
      ...framedIn(laid, words),
      values: new Map(
        fields.flatMap(({ key, type }) => {
          const value = example.values[key]
          return value ? [[key, { type, ...value }] as const] : []
        }),
      ),
    }),
  )
  const promptOf = new Map(fields.map(({ key, prompt }) => [key, prompt]))
  const rules = [...induceRules(documents, words, least)].flatMap(([key, induced]) =>
    'rule' in induced ? [{ ...induced.rule, prompt: promptOf.get(key) ?? '' }] : [],
  )
  const last = documents.at(-1)
  const name = last && nameLayout(last.laid, last.statics, words)
  return {
    format: layoutFormat,
    words,
    rules,
    ties: findTies(documents, rules),
    documents: newest.length,
    ...(name !== undefined && { name }),
  }
}
