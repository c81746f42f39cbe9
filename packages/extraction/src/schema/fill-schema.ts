import { approximate, isAnyNumber } from '@recto/exact-json/exact-number'
import type {
  Answer,
  ConfidenceTree,
  Evidence,
  EvidenceTree,
  Json,
} from '@recto/provider-spec/answer'
import type { Notation } from '../ask/convert-answer.ts'
import { describeExplanation } from '../explain/describe-explanation.ts'
import { fold, keyToWords, wordsOf } from '../values/fold.ts'
import { readInput } from '../values/read-input.ts'
import type { SchemaColumn, SchemaQuestion } from './plan-questions.ts'
import {
  type EnumValue,
  type ObjectNode,
  type PropertyNode,
  type SchemaNode,
  type SchemaStep,
  type SchemaValueNode,
  toPointer,
} from './schema-node.ts'

/** Tells how sure a value is and where it was read, or why it is missing. */
type SchemaField = {
  /** 0 to 1; null if no word of the document supports the value. */
  readonly confidence: number | null
  /** Places in the document that the value was read from; empty if it has none. */
  readonly evidence: readonly Evidence[]
  /** Says how the value was found or why it is missing; null if nothing is known of it. */
  readonly explanation: string | null
}

export type FilledSchema = {
  /**
   * The values in the shape of the schema. What the document does not say is null; a property that is neither required
   * nor nullable is left out instead, so that the rest fits the schema.
   */
  readonly values: Json
  /** For each single value, and each list that was not found: its JSON Pointer in `values`. */
  readonly fields: Readonly<Record<string, SchemaField>>
}

type Part = {
  readonly value: Json
  readonly confidence: ConfidenceTree
  readonly evidence: EvidenceTree
  readonly explanation: string | null
}

type FillState = {
  readonly notation: Notation
  readonly partByPointer: ReadonlyMap<string, Part>
  readonly columnsByPointer: ReadonlyMap<string, readonly SchemaColumn[]>
  readonly fields: Record<string, SchemaField>
}

/** Puts the answers to the questions of `planQuestions` into the shape of the schema. */
export function fillSchema(
  root: SchemaNode,
  questions: readonly SchemaQuestion[],
  { answers, notation }: { readonly answers: readonly Answer[]; readonly notation: Notation },
): FilledSchema {
  const answerByKey = new Map(answers.map((answer) => [answer.key, answer]))
  const state: FillState = {
    notation,
    partByPointer: new Map(
      questions.map(({ pointer, question }) => [pointer, toPart(answerByKey.get(question.key))]),
    ),
    columnsByPointer: new Map(questions.map(({ pointer, columns = [] }) => [pointer, columns])),
    fields: {},
  }
  const values = fillNode(state, root, [])
  return { values, fields: state.fields }
}

const toPart = (answer: Answer | undefined): Part => ({
  value: answer?.value ?? null,
  confidence: toConfidenceTree(answer),
  evidence: answer?.evidence ?? null,
  explanation: answer?.explanation ? describeExplanation(answer.explanation) : null,
})

function toConfidenceTree(answer: Answer | undefined): ConfidenceTree {
  if (!answer?.confidence) return null
  const isTree =
    typeof answer.value === 'object' && answer.value !== null && !isAnyNumber(answer.value)
  return isTree ? answer.confidence.parts : answer.confidence.whole
}

function fillNode(state: FillState, node: SchemaNode, path: readonly SchemaStep[]): Json {
  if (node.kind === 'object') {
    return fillProperties(node, (property) =>
      fillNode(state, property.node, [...path, property.name]),
    )
  }
  const pointer = toPointer(path)
  const part = state.partByPointer.get(pointer) ?? toPart(undefined)
  if (node.kind === 'value') return fillValue(state, node, { path, part })
  const columns = state.columnsByPointer.get(pointer) ?? []
  return columns.length > 0
    ? fillRows(state, { item: node.item, columns, part, path })
    : fillTree(state, node, { path, part })
}

/** Fills the properties of an object, and leaves out those that may be missing but not null. */
function fillProperties(
  { properties }: ObjectNode,
  fillProperty: (property: PropertyNode) => Json,
): Json {
  const filledProperties = properties.map((property) => ({
    property,
    value: fillProperty(property),
  }))
  return Object.fromEntries(
    filledProperties
      .filter(
        ({ property: { isRequired, node }, value }) =>
          isRequired || node.isNullable || !isAbsent(value),
      )
      .map(({ property, value }) => [property.name, value]),
  )
}

/** Whether a document says nothing of a value: it is null, or an object of nothing else. */
const isAbsent = (value: Json): boolean =>
  value === null ||
  (typeof value === 'object' &&
    !Array.isArray(value) &&
    !isAnyNumber(value) &&
    Object.values(value).every(isAbsent))

type FillPart = { readonly path: readonly SchemaStep[]; readonly part: Part }

function fillValue(
  { notation, fields }: FillState,
  node: SchemaValueNode,
  { path, part }: FillPart,
): Json {
  const { value, problem } = fitValue(part, node, notation)
  const isLost = value === null && part.value !== null
  fields[toPointer(path)] = {
    confidence: value === null || typeof part.confidence !== 'number' ? null : part.confidence,
    // The places of a value that does not fit show what the document says instead.
    evidence: listEvidence(part.evidence),
    explanation: isLost ? (problem ?? null) : part.explanation,
  }
  return value
}

const kindNames: Readonly<Record<SchemaValueNode['type'], string>> = {
  text: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  date: 'a date',
  'date-time': 'a date with a time',
  email: 'an email address',
  json: 'JSON',
}

type Conversion = {
  readonly evidence: EvidenceTree
  readonly notation: Notation
}

/** Converts a value to a kind of the schema; undefined if it is not of that kind. */
type Convert = (value: Json, conversion: Conversion) => Json | undefined

const convertText =
  (type: 'date' | 'email'): Convert =>
  (value, { notation }) =>
    typeof value === 'string' ? (readInput(value, type, notation) ?? undefined) : undefined

const convertNumber: Convert = (value, { notation }) => {
  const number = typeof value === 'string' ? readInput(value, 'number', notation) : value
  return isAnyNumber(number) ? number : undefined
}

const converters: Readonly<Record<SchemaValueNode['type'], Convert>> = {
  text: (value, { evidence }) => toText(value, evidence),
  number: convertNumber,
  integer: (value, conversion) => {
    const number = convertNumber(value, conversion)
    return number !== undefined && isWhole(number) ? number : undefined
  },
  boolean: (value) => {
    const judgement = typeof value === 'string' ? readInput(value, 'boolean') : value
    return typeof judgement === 'boolean' ? judgement : undefined
  },
  date: convertText('date'),
  email: convertText('email'),
  'date-time': (value) => (typeof value === 'string' ? toMoment(value) : undefined),
  json: (value) => value,
}

type FittedValue = { readonly value: Json; readonly problem?: string }

/** Converts a value to what the schema allows; null with the problem if it does not fit. */
function fitValue(
  { value, evidence }: Part,
  node: SchemaValueNode,
  notation: Notation,
): FittedValue {
  if (value === null || node.type === 'json') return { value }
  const typedValue = converters[node.type](value, { evidence, notation })
  const printedValue = typeof value === 'string' ? value : JSON.stringify(value)
  if (typedValue === undefined) {
    return {
      value: null,
      problem: `The answer is “${printedValue}”, which is not ${kindNames[node.type]}.`,
    }
  }
  if (node.enumValues.length > 0) {
    const enumValue = findEnumValue(typedValue, node.enumValues)
    return enumValue === undefined
      ? {
          value: null,
          problem: `The answer is “${printedValue}”, which is none of the values that the schema allows.`,
        }
      : { value: enumValue }
  }
  return isInBounds(typedValue, node)
    ? { value: typedValue }
    : {
        value: null,
        problem: `The answer is “${printedValue}”, which is outside of the bounds of the schema.`,
      }
}

const isWhole = (number: Json): boolean => /^-?\d+(?:\.0+)?$/.test(String(number))

/** A number that is asked for as a text keeps its printed form, such as the zeros in front of it. */
function toText(value: Json, evidence: EvidenceTree): string | undefined {
  if (typeof value === 'string') return value
  if (isAnyNumber(value)) return listEvidence(evidence)[0]?.quote ?? String(value)
  return typeof value === 'boolean' ? String(value) : undefined
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/

/** A day without a time is no moment: midnight would be made up. */
function toMoment(text: string): string | undefined {
  const [, day, minutes, seconds = ':00', zone = ''] = moment.exec(text.trim()) ?? []
  return day && minutes ? `${day}T${minutes}${seconds}${zone}` : undefined
}

/** Finds the allowed value with the same words, or the only one whose words are all in the value. */
function findEnumValue(value: Json, enumValues: readonly EnumValue[]): EnumValue | undefined {
  if (typeof value !== 'string') return enumValues.find((one) => one === value)
  const nameOf = (one: EnumValue) => wordsOf(keyToWords(String(one))).join(' ')
  const name = wordsOf(value).join(' ')
  const equalValue =
    enumValues.find((one) => String(one) === value) ??
    enumValues.find((one) => fold(String(one)) === fold(value) || nameOf(one) === name)
  if (equalValue !== undefined) return equalValue
  const includedValues = enumValues.filter((one) => ` ${name} `.includes(` ${nameOf(one)} `))
  return includedValues.length === 1 ? includedValues[0] : undefined
}

const isInBounds = (value: Json, { minimum, maximum }: SchemaValueNode): boolean =>
  !isAnyNumber(value) ||
  (approximate(value) >= (minimum ?? Number.NEGATIVE_INFINITY) &&
    approximate(value) <= (maximum ?? Number.POSITIVE_INFINITY))

type FillRows = FillPart & { readonly item: SchemaNode; readonly columns: readonly SchemaColumn[] }

function fillRows(state: FillState, { item, columns, part, path }: FillRows): Json {
  const { value } = part
  if (!Array.isArray(value)) return missList(state, path, part)
  return value.map((row: Json, index) => {
    const partByPointer = new Map(
      columns.map(({ header, path: itemPath }) => [
        toPointer([...path, index, ...itemPath]),
        getChildPart(getChildPart(part, index), header),
      ]),
    )
    return row === null ? null : fillNode({ ...state, partByPointer }, item, [...path, index])
  })
}

function missList(
  { fields }: FillState,
  path: readonly SchemaStep[],
  { explanation, evidence }: Part,
): null {
  fields[toPointer(path)] = { confidence: null, evidence: listEvidence(evidence), explanation }
  return null
}

/** Fills a list from JSON that already has its shape. */
function fillTree(state: FillState, node: SchemaNode, { path, part }: FillPart): Json {
  if (node.kind === 'value') return fillValue(state, node, { path, part })
  if (node.kind === 'list') {
    if (!Array.isArray(part.value)) return missList(state, path, part)
    return part.value.map((_, index) =>
      fillTree(state, node.item, { path: [...path, index], part: getChildPart(part, index) }),
    )
  }
  return fillProperties(node, ({ name, node: child }) =>
    fillTree(state, child, { path: [...path, name], part: getChildPart(part, name) }),
  )
}

const getChildPart = ({ value, confidence, evidence }: Part, step: SchemaStep): Part => ({
  value: (getChild(value, step) as Json | undefined) ?? null,
  confidence: (getChild(confidence, step) as ConfidenceTree | undefined) ?? null,
  evidence: (getChild(evidence, step) as EvidenceTree | undefined) ?? null,
  explanation: null,
})

const getChild = (tree: unknown, step: SchemaStep): unknown =>
  typeof tree === 'object' && tree !== null && Object.hasOwn(tree, step)
    ? (tree as Record<SchemaStep, unknown>)[step]
    : undefined

/** All places of an evidence tree, in the order of its parts. */
function listEvidence(tree: EvidenceTree): readonly Evidence[] {
  if (tree === null) return []
  return Object.values(tree).flatMap((branch: Evidence | EvidenceTree) =>
    isEvidence(branch) ? [branch] : listEvidence(branch),
  )
}

const isEvidence = (branch: Evidence | EvidenceTree): branch is Evidence =>
  branch !== null && 'quote' in branch && typeof branch.quote === 'string'
