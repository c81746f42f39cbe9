import { writeFileSync } from 'node:fs'
import type { DocumentText } from '@recto/document-text/model'
import { alignValue } from '@recto/extraction/align-value'
import type { AnswerWithSignals } from '@recto/extraction/answer-without-model'
import { computeConfidenceScore, getConfidenceScore } from '@recto/extraction/confidence-score'
import { getAlignedSignals } from '@recto/extraction/score-aligned'
import type { ConfidenceTable, Signals } from '@recto/extraction/signals'
import { omitUndefined } from '@recto/omit-undefined'
import type { Evidence, Question } from '@recto/provider-spec/answer'
import { type Fit, type FittedSignalName, fitTable } from './fit-confidence.ts'
import { calibrationError, discrimination, reliabilityOf } from './reliability.ts'

type SignalSource = 'byLayout' | 'aligned'

/** A value of a document with known fields: its signals from the extractor, and those from its alignment. */
export type JudgedValue = Readonly<Partial<Record<SignalSource, Signals>>> & {
  /** Index of its document among those of its kind. */
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

/** There is no model here, so the value is aligned as if a model had answered it. */
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
  const evidence = alignValue(text, value, type, { questionText: labelText }) as
    | readonly Evidence[]
    | null
  return omitUndefined({
    document,
    isRight,
    byLayout: answer.signals,
    aligned: evidence ? getAlignedSignals(text, { value, evidence, type }) : undefined,
  })
}

const common: readonly FittedSignalName[] = [
  'inferred',
  'normalised',
  'uncertainLetters',
  'label',
  'unlabelled',
  'ambiguous',
  'implausible',
  'addsUp',
]
/** Aligned values do not come from a model, which would make other errors, so their prior is stronger. */
const fits: Readonly<Record<SignalSource, Fit>> = {
  byLayout: { signalNames: [...common, 'ocrLetters'], priorStrength: 0.5 },
  aligned: { signalNames: [...common, 'outranked', 'places'], priorStrength: 20 },
}

/** Every second document of each kind is used for fitting, the others for evaluation. */
const isTrainingValue = ({ document }: JudgedValue) => document % 2 === 0

const file = new URL('../../packages/extraction/src/confidence/fitted-tables.ts', import.meta.url)

/** Real documents are few: each of their values counts three times, and only every fourth generated value is used. */
const realDocumentWeight = 3
const generatedStep = 4

type Tables = Readonly<Record<SignalSource, ConfidenceTable>>

/** Fits the tables on every second real document and some of the generated values, and saves them. */
export function fitTables(
  values: readonly JudgedValue[],
  generatedValues: readonly JudgedValue[],
  source: string,
): Tables {
  const real = values.filter(isTrainingValue)
  const all = [
    ...Array.from({ length: realDocumentWeight }, () => real).flat(),
    ...generatedValues.filter((_, i) => i % generatedStep === 0),
  ]
  const tables = { aligned: fitOn(all, 'aligned'), byLayout: fitOn(all, 'byLayout') }
  const text = `import type { ConfidenceTable } from './signals.ts'

/** Made by \`npm run bench:fields -- --data DIR --fit\` of ${source}; never by hand. */
export const fittedTables: Readonly<Record<'aligned' | 'byLayout', ConfidenceTable>> = {
${formatTable('aligned', tables.aligned)}
${formatTable('byLayout', tables.byLayout)}
}
`
  writeFileSync(file, text)
  return { aligned: tables.aligned.table, byLayout: tables.byLayout.table }
}

type FittedTable = {
  readonly table: ConfidenceTable
  readonly values: number
  readonly right: number
}

function fitOn(all: readonly JudgedValue[], from: SignalSource): FittedTable {
  const rows = all
    .map((value) => {
      const signals = value[from]
      return signals ? { signals, isRight: value.isRight } : undefined
    })
    .filter((value) => value !== undefined)
  const right = rows.filter(({ isRight }) => isRight).length
  return { table: fitTable(rows, fits[from]), values: rows.length, right }
}

function formatTable(
  from: SignalSource,
  { table: { bias, weights }, values, right }: FittedTable,
): string {
  const lines = Object.entries(weights).map(([name, weight]) => `      ${name}: ${weight},`)
  return [
    `  /** On ${values} values, ${right} of them right; those of real documents count ${realDocumentWeight} times. */`,
    `  ${from}: {\n    bias: ${bias},\n    weights: {`,
    ...lines,
    '    },\n  },',
  ].join('\n')
}

type ConfidenceReportOptions = {
  /** Tables to use instead of the stored ones. */
  readonly tables?: Tables | undefined
  /** Whether the tables were fitted on other values. */
  readonly isUnseen?: boolean
}

/** Reports the confidence of values that the tables were not fitted on, and how many of them are right. */
export function reportConfidence(
  values: readonly JudgedValue[],
  source: string,
  { tables, isUnseen = false }: ConfidenceReportOptions = {},
): void {
  const confidenceIn = (signals: Signals, from: SignalSource) =>
    tables ? computeConfidenceScore(tables[from], signals) : getConfidenceScore(signals, from)
  for (const from of ['byLayout', 'aligned'] as const) {
    const judgedConfidences = values
      .map((value) => {
        const signals = value[from]
        if (!signals || (!isUnseen && isTrainingValue(value))) return undefined
        return { confidence: confidenceIn(signals, from), isRight: value.isRight }
      })
      .filter((value) => value !== undefined)
    const origin = from === 'byLayout' ? 'by the built-in extractor' : 'as if a model had said them'
    const error = calibrationError(judgedConfidences).toFixed(3)
    const discriminationText = discrimination(judgedConfidences)?.toFixed(2) ?? '–'
    console.log(
      `confidence of ${judgedConfidences.length} values ${origin}; ${source}${isUnseen ? '' : ', the half that was not fitted on'}`,
    )
    console.table(reliabilityOf(judgedConfidences).filter((bin) => bin.values > 0))
    console.log(
      `expected calibration error, ten bins: ${error}; a right value is surer than a wrong one in ${discriminationText}`,
    )
  }
}
