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
  readonly mixed: number
  /** Documents that were taken for one of another issuer's layout. */
  readonly confused: readonly string[]
  readonly unknown: number
  readonly answered: number
  readonly fields: readonly AnsweredField[]
  readonly compileMilliseconds: number
  readonly answerMilliseconds: number
}

const least = 5

type Layout = {
  examples: { issuer: string; example: LayoutExample }[]
  layout: CompiledLayout
}

export function runProject(documents: readonly MadeDocument[]): ProjectRun {
  const fields = fieldsOf(documents)
  const approved = documents.filter(({ number }) => number < least)
  const started = performance.now()
  const layouts = compileAll(approved, fields)
  const compileMilliseconds = performance.now() - started
  const mixed = layouts.filter(
    ({ examples }) => new Set(examples.map(({ issuer }) => issuer)).size > 1,
  ).length
  const later = documents.filter(({ number }) => number >= least)
  const answered = later.map((document) => answerOne(document, layouts, fields))
  return {
    ...{ layouts: layouts.length, mixed, compileMilliseconds },
    fields: answered.flatMap(({ judged }) => judged),
    confused: answered.flatMap(({ confused }) => confused),
    unknown: answered.filter(({ isKnown }) => !isKnown).length,
    answered: later.length,
    answerMilliseconds: answered.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }
}

function compileAll(approved: readonly MadeDocument[], fields: readonly LayoutField[]): Layout[] {
  return groupByLayout(approved.map(({ text }) => text)).flatMap((group) => {
    const examples = group.flatMap((i) => {
      const one = approved[i]
      return one ? [{ issuer: one.issuer, example: exampleOf(one) }] : []
    })
    const layout = compileLayout(
      examples.map(({ example }) => example),
      { fields, least },
    )
    return layout ? [{ examples, layout }] : []
  })
}

/** Answers a document, and then approves it. */
function answerOne(
  document: MadeDocument,
  layouts: readonly Layout[],
  fields: readonly LayoutField[],
) {
  const asking = performance.now()
  const found = answerFromLayout(document.text, layouts, fields)
  const milliseconds = performance.now() - asking
  const { issuer, number } = document
  const own = found?.one.examples.at(-1)?.issuer
  const isConfused = own !== undefined && own !== issuer
  const judged = judgeAll(document, found?.answers ?? [])
  if (found) {
    found.one.examples.push({ issuer, example: exampleOf(document) })
    const examples = found.one.examples.map(({ example }) => example)
    found.one.layout = compileLayout(examples, { fields, least }) ?? found.one.layout
  }
  const confused = isConfused ? [`${issuer} ${number} as ${own}`] : []
  return { judged, confused, isKnown: found !== undefined, milliseconds }
}

function judgeAll(
  { issuer, number, facts }: MadeDocument,
  answers: readonly Answer[],
): readonly AnsweredField[] {
  const truths = new Map(facts.map((fact) => [fact.field, fact]))
  const said = [...truths.values()].map(({ field: key, value: truth, type }): AnsweredField => {
    const answer = answers.find((one) => one.key === key)
    const isRight = answer && isSame(answer.value, truth, typeOf(key, type))
    const verdict = answer ? (isRight ? 'right' : 'wrong') : 'asked of a model'
    const line = { issuer, number, key, truth, rule: ruleOf(answer) }
    return { ...line, verdict, answer: answer?.value ?? null }
  })
  const invented = answers
    .filter(({ key }) => !truths.has(key))
    .map((answer): AnsweredField => {
      const line = { issuer, number, key: answer.key, truth: '(nothing)', answer: answer.value }
      return { ...line, verdict: 'wrong', rule: ruleOf(answer) }
    })
  return [...said, ...invented]
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

/** What a person has approved: the truth, at the words that say it. */
function exampleOf({ text, facts }: MadeDocument): LayoutExample {
  return {
    document: text,
    values: Object.fromEntries(
      facts.map(({ field, value, type, label }) => {
        const evidence = alignValue(text, value, typeOf(field, type), { near: `${field} ${label}` })
        const places = (evidence ?? []) as readonly Evidence[]
        return [field, { value, boxes: places.flatMap(({ boxes }) => boxes) }]
      }),
    ),
  }
}
