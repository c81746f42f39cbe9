import { alignValue } from '@recto/extraction/align-value'
import { answerFromLayout } from '@recto/extraction/answer-from-layout'
import {
  compileLayout,
  groupByLayout,
  type LayoutExample,
  type LayoutField,
} from '@recto/extraction/compile-layout'
import type { CompiledLayout } from '@recto/extraction/compiled-layout'
import type { Answer, Evidence, FieldType } from '@recto/provider-spec/answer'
import { isSame } from '../bench-fields/judge-value.ts'
import type { MadeDocument } from './make-project.ts'

export type AnsweredField = {
  readonly issuer: string
  readonly number: number
  readonly key: string
  readonly verdict: 'right' | 'wrong' | 'asked of a model'
  readonly truth: string | number
  readonly answer: unknown
  readonly rule: string
}

export type ProjectRun = {
  readonly layouts: number
  readonly mixedLayouts: number
  /** Documents that were matched with the layout of another issuer. */
  readonly confusedDocuments: readonly string[]
  readonly unknownCount: number
  readonly documentCount: number
  readonly fields: readonly AnsweredField[]
  readonly compileMilliseconds: number
  readonly answerMilliseconds: number
}

const minDocuments = 5

type Layout = {
  examples: { issuer: string; example: LayoutExample }[]
  layout: CompiledLayout
}

export function runProject(documents: readonly MadeDocument[]): ProjectRun {
  const fields = fieldsOf(documents)
  const approvedDocuments = documents.filter(({ number }) => number < minDocuments)
  const startedAt = performance.now()
  const layouts = compileAll(approvedDocuments, fields)
  const compileMilliseconds = performance.now() - startedAt
  const mixedLayouts = layouts.filter(
    ({ examples }) => new Set(examples.map(({ issuer }) => issuer)).size > 1,
  ).length
  const laterDocuments = documents.filter(({ number }) => number >= minDocuments)
  const outcomes = laterDocuments.map((document) => answerDocument(document, layouts, fields))
  return {
    layouts: layouts.length,
    mixedLayouts,
    compileMilliseconds,
    fields: outcomes.flatMap(({ fields }) => fields),
    confusedDocuments: outcomes.flatMap(({ confusions }) => confusions),
    unknownCount: outcomes.filter(({ isKnown }) => !isKnown).length,
    documentCount: laterDocuments.length,
    answerMilliseconds: outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }
}

function compileAll(
  approvedDocuments: readonly MadeDocument[],
  fields: readonly LayoutField[],
): Layout[] {
  return groupByLayout(approvedDocuments.map(({ text }) => text))
    .map((group) => {
      const examples = group.flatMap((i) => {
        const document = approvedDocuments[i]
        return document ? [{ issuer: document.issuer, example: exampleOf(document) }] : []
      })
      const layout = compileLayout(
        examples.map(({ example }) => example),
        { fields, minDocuments },
      )
      return layout ? { examples, layout } : undefined
    })
    .filter((value) => value !== undefined)
}

/** Answers a document, then approves it and compiles its layout again. */
function answerDocument(
  document: MadeDocument,
  layouts: readonly Layout[],
  fields: readonly LayoutField[],
) {
  const askedAt = performance.now()
  const layoutAnswer = answerFromLayout(document.text, layouts, fields)
  const milliseconds = performance.now() - askedAt
  const { issuer, number } = document
  const own = layoutAnswer?.candidate.examples.at(-1)?.issuer
  const isConfused = own !== undefined && own !== issuer
  const fieldsOfAnswer = judgeAll(document, layoutAnswer?.answers ?? [])
  if (layoutAnswer) {
    layoutAnswer.candidate.examples.push({ issuer, example: exampleOf(document) })
    const examples = layoutAnswer.candidate.examples.map(({ example }) => example)
    layoutAnswer.candidate.layout =
      compileLayout(examples, { fields, minDocuments }) ?? layoutAnswer.candidate.layout
  }
  const confusions = isConfused ? [`${issuer} ${number} as ${own}`] : []
  return {
    fields: fieldsOfAnswer,
    confusions,
    isKnown: layoutAnswer !== undefined,
    milliseconds,
  }
}

function judgeAll(
  { issuer, number, facts }: MadeDocument,
  answers: readonly Answer[],
): readonly AnsweredField[] {
  const truths = new Map(facts.map((fact) => [fact.field, fact]))
  const answeredFields = [...truths.values()].map(
    ({ field: key, value: truth, type }): AnsweredField => {
      const answer = answers.find((one) => one.key === key)
      const isRight = answer && isSame(answer.value, truth, typeOf(key, type))
      const verdict = answer ? (isRight ? 'right' : 'wrong') : 'asked of a model'
      const line = { issuer, number, key, truth, rule: ruleOf(answer) }
      return { ...line, verdict, answer: answer?.value ?? null }
    },
  )
  const inventedFields = answers
    .filter(({ key }) => !truths.has(key))
    .map((answer): AnsweredField => {
      const line = { issuer, number, key: answer.key, truth: '(nothing)', answer: answer.value }
      return { ...line, verdict: 'wrong', rule: ruleOf(answer) }
    })
  return [...answeredFields, ...inventedFields]
}

const ruleOf = (answer: { readonly explanation?: unknown } | undefined) =>
  JSON.stringify(answer?.explanation ?? '')

const typeOf = (key: string, type: FieldType) => (key === 'vat_rate' ? 'number' : type)

function fieldsOf(documents: readonly MadeDocument[]) {
  const types = new Map<string, FieldType>()
  for (const { facts } of documents)
    for (const { field, type } of facts) types.set(field, typeOf(field, type))
  return [...types].map(([key, type]) => ({ key, type, prompt: key.replaceAll('_', ' ') }))
}

/** Returns the approved example: the expected values with the words that contain them. */
function exampleOf({ text, facts }: MadeDocument): LayoutExample {
  return {
    document: text,
    values: Object.fromEntries(
      facts.map(({ field, value, type, label }) => {
        const evidence = alignValue(text, value, typeOf(field, type), {
          questionText: `${field} ${label}`,
        })
        const places = (evidence ?? []) as readonly Evidence[]
        return [field, { value, boxes: places.flatMap(({ boxes }) => boxes) }]
      }),
    ),
  }
}
