import { writeFileSync } from 'node:fs'
import type { DocumentText } from '@recto/document-text/model'
import { alignValue } from '@recto/extraction/align-value'
import type { AnswerWithSignals, answerWithSignals } from '@recto/extraction/answer-without-model'
import { signsOfAligned } from '@recto/extraction/judge-aligned'
import type { SignName, Signs, SurenessTable } from '@recto/extraction/signs'
import { surenessBy, surenessOf } from '@recto/extraction/sureness'
import { omitUndefined } from '@recto/omit-undefined'
import type { Evidence, Question } from '@recto/provider-spec/answer'
import { type Fit, fitTable } from './fit-confidence.ts'
import { calibrationError, discrimination, reliabilityOf } from './reliability.ts'

type From = 'byLayout' | 'aligned'

/** A value of a known document: what speaks for it, as its extractor and as aligning sees it. */
export type JudgedValue = Readonly<Partial<Record<From, Signs>>> & {
  /** The place of its document among those of its kind. */
  readonly document: number
  readonly isRight: boolean
}

export type JudgedAnswer = {
  readonly text: DocumentText
  readonly document: number
  readonly question: Question
  readonly answer: AnswerWithSignals
  readonly isRight: boolean
}

/** What a model would say is not known here, so the same value is looked for as if one had said it. */
export function judgedValue({
  text,
  document,
  question,
  answer,
  isRight,
}: JudgedAnswer): JudgedValue {
  const { key, prompt, type } = question
  const value = answer.value as string | number | boolean
  const labelText = `${key.replaceAll('_', ' ')} ${prompt}`
  const evidence = alignValue(text, value, type, { near: labelText }) as readonly Evidence[] | null
  return omitUndefined({
    document,
    isRight,
    byLayout: answer.signals,
    aligned: evidence ? signsOfAligned(text, { value, evidence, type }) : undefined,
  })
}

const common: readonly SignName[] = [
  'inferred',
  'normalised',
  'unsureLetters',
  'label',
  'unlabelled',
  'ambiguous',
  'implausible',
  'addsUp',
]
/** The values that are aligned were not said by a model, which errs in other ways: more is believed beforehand. */
const fits: Readonly<Record<From, Fit>> = {
  byLayout: { used: [...common, 'readLetters'], belief: 0.5 },
  aligned: { used: [...common, 'outdone', 'places'], belief: 20 },
}

/** Every second document of each kind is fitted on; the others are what the table is judged by. */
const isFittedOn = ({ document }: JudgedValue) => document % 2 === 0

const file = new URL('../../packages/extraction/src/confidence/fitted-tables.ts', import.meta.url)

/** Values of real documents are few: each counts so often, and of those of documents made by code every fourth is taken. */
const timesReal = 3
const everyMade = 4

type Tables = Readonly<Record<From, SurenessTable>>

/** Fits on the values of every second real document and on some of those that are `made` by code, and keeps the tables. */
export function fitTables(
  values: readonly JudgedValue[],
  generatedValues: readonly JudgedValue[],
  source: string,
): Tables {
  const real = values.filter(isFittedOn)
  const all = [
    ...Array.from({ length: timesReal }, () => real).flat(),
    ...generatedValues.filter((_, i) => i % everyMade === 0),
  ]
  const tables = { aligned: fitOn(all, 'aligned'), byLayout: fitOn(all, 'byLayout') }
  const text = `import type { SurenessTable } from './signs.ts'

/** Made by \`npm run bench:fields -- --data DIR --fit\` of ${source}; never by hand. */
export const fittedTables: Readonly<Record<'aligned' | 'byLayout', SurenessTable>> = {
${written('aligned', tables.aligned)}
${written('byLayout', tables.byLayout)}
}
`
  writeFileSync(file, text)
  return { aligned: tables.aligned.table, byLayout: tables.byLayout.table }
}

type Fitted = { readonly table: SurenessTable; readonly values: number; readonly right: number }

function fitOn(all: readonly JudgedValue[], from: From): Fitted {
  const rows = all
    .map((value) => {
      const signs = value[from]
      return signs ? { signs, isRight: value.isRight } : undefined
    })
    .filter((value) => value !== undefined)
  const right = rows.filter(({ isRight }) => isRight).length
  return { table: fitTable(rows, fits[from]), values: rows.length, right }
}

function written(from: From, { table: { bias, weights }, values, right }: Fitted): string {
  const lines = Object.entries(weights).map(([name, weight]) => `      ${name}: ${weight},`)
  return [
    `  /** On ${values} values, ${right} of them right; those of real documents count ${timesReal} times. */`,
    `  ${from}: {\n    bias: ${bias},\n    weights: {`,
    ...lines,
    '    },\n  },',
  ].join('\n')
}

type Reported = {
  /** Tables to use instead of the stored ones. */
  readonly tables?: Tables | undefined
  /** Whether the tables were fitted on other values. */
  readonly isOthers?: boolean
}

/** How sure tables are of values that they were not fitted on, and how many of those are right. */
export function reportConfidence(
  values: readonly JudgedValue[],
  source: string,
  { tables, isOthers = false }: Reported = {},
): void {
  const surenessIn = (signs: Signs, from: From) =>
    tables ? surenessBy(tables[from], signs) : surenessOf(signs, from)
  for (const from of ['byLayout', 'aligned'] as const) {
    const sure = values
      .map((value) => {
        const signs = value[from]
        if (!signs || (!isOthers && isFittedOn(value))) return undefined
        return { sureness: surenessIn(signs, from), isRight: value.isRight }
      })
      .filter((value) => value !== undefined)
    const origin = from === 'byLayout' ? 'by the built-in extractor' : 'as if a model had said them'
    const error = calibrationError(sure).toFixed(3)
    const discriminationText = discrimination(sure)?.toFixed(2) ?? '–'
    console.log(
      `confidence of ${sure.length} values ${origin}; ${source}${isOthers ? '' : ', the half that was not fitted on'}`,
    )
    console.table(reliabilityOf(sure).filter((bin) => bin.values > 0))
    console.log(
      `expected calibration error, ten bins: ${error}; a right value is surer than a wrong one in ${discriminationText}`,
    )
  }
}
