import { approximate, isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import {
  detectInputNotation,
  type InputNotation,
  type InputType,
  readInput,
} from '@recto/extraction/read-input'
import { badRequest } from '../../../platform/app-error.ts'
import { type EnteredTexts, enteredTextOf, withEnteredText } from './entered-texts.ts'
import {
  type EnteredType,
  generalStep,
  type PathStep,
  type ReadType,
  typesIn,
  typesOfEnteredColumns,
  valueSetsIn,
} from './value-types.ts'

type Fields = Readonly<Record<string, unknown>>

type OutputEdit = {
  /** The machine's values, which show the types of columns and of nested values. */
  readonly machineOutput: Fields
  readonly oldOutput: Fields
  readonly sentOutput: Fields
  /** Types of the prompts by field. */
  readonly promptTypes: ReadonlyMap<string, string>
  /** Evidence of the values, whose quotes show the notation of the document. */
  readonly evidence: unknown
  /** Notation of the person, where the document leaves it open. */
  readonly personNotation?: InputNotation | undefined
  readonly enteredTexts: EnteredTexts
}

type ConvertedOutput = { readonly output: Fields; readonly enteredTexts: EnteredTexts }

/**
 * Converts the sent values to their types, in the order of the fields. Unchanged values stay as they
 * are, even if they do not fit.
 */
export function convertToTypes({ oldOutput, sentOutput, ...edit }: OutputEdit): ConvertedOutput {
  const unknownField = Object.keys(sentOutput).find((field) => !Object.hasOwn(oldOutput, field))
  if (unknownField !== undefined) {
    throw badRequest(`The document has no field “${unknownField}”.`, { attr: 'updated_data' })
  }
  const quotes = detectInputNotation(listQuotes(edit.evidence))
  const notation = {
    decimalMark: quotes.decimalMark ?? edit.personNotation?.decimalMark,
    dateOrder: quotes.dateOrder ?? edit.personNotation?.dateOrder,
  }
  const types = typesIn(edit.machineOutput)
  const columns = typesOfEnteredColumns(pickRows(sentOutput, edit.promptTypes), {
    textOf: (column, value) => enteredTextOf(edit.enteredTexts, column, value),
    fits: (text, type) => (readInput(text, type, notation) ?? null) !== null,
  })
  const context: ConversionContext = {
    promptTypes: edit.promptTypes,
    types,
    enteredTypes: new Map([...columns].filter(([column]) => !types.has(column))),
    enteredTexts: edit.enteredTexts,
    oldValues: valueSetsIn(oldOutput),
    notation,
  }
  const output: Record<string, unknown> = { ...oldOutput }
  for (const [field, value] of Object.entries(sentOutput)) {
    if (JSON.stringify(value) === JSON.stringify(oldOutput[field])) continue
    output[field] = convertTree(context, { steps: [field], path: [field], value })
  }
  return { output, enteredTexts: context.enteredTexts }
}

const rowTypes: readonly string[] = ['table', 'record', 'line-item']

/** Returns the fields whose prompts ask for rows. */
const pickRows = (output: Fields, promptTypes: OutputEdit['promptTypes']): Fields =>
  Object.fromEntries(
    Object.entries(output).filter(([field]) => rowTypes.includes(promptTypes.get(field) ?? '')),
  )

type ConversionContext = {
  readonly promptTypes: ReadonlyMap<string, string>
  /** Types of columns and single values that the machine read. */
  readonly types: ReadonlyMap<string, ReadType | undefined>
  /** Types of the columns that only people fill. */
  readonly enteredTypes: ReadonlyMap<string, EnteredType>
  /** Grows by the texts that are read as values of these columns. */
  enteredTexts: EnteredTexts
  readonly oldValues: ReadonlyMap<string, ReadonlySet<unknown>>
  readonly notation: InputNotation
}

type Node = {
  readonly steps: readonly PathStep[]
  readonly path: readonly (PathStep | null)[]
  readonly value: unknown
}

function convertTree(context: ConversionContext, { steps, path, value }: Node): unknown {
  if (value === null || value === undefined) return null
  if (isContainer(value)) {
    if (steps.length === 1) assertMayBeNested(context, steps)
    const convertChild = (name: string, child: unknown) =>
      convertTree(context, {
        steps: [...steps, Array.isArray(value) ? Number(name) : name],
        path: [...path, generalStep(path, value, name)],
        value: child,
      })
    if (Array.isArray(value)) return value.map((child, index) => convertChild(String(index), child))
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, convertChild(name, child)]),
    )
  }
  return convertLeaf(context, { steps, path, value })
}

function convertLeaf(context: ConversionContext, { steps, path, value }: Node): unknown {
  const key = JSON.stringify(path)
  if (context.enteredTypes.has(key)) return convertEntered(context, key, value)
  // Rows move, so that a value which was there before may be anywhere in its column.
  const isOld = steps.length > 1 && context.oldValues.get(key)?.has(value)
  const valueType = typeAt(context, steps, key)
  return isOld || !valueType ? value : convertValue({ steps, value, valueType, context })
}

/**
 * Reads a value of an entered column again from its text, as all values of the column have the type
 * that they have together, in whatever order they were entered.
 */
function convertEntered(context: ConversionContext, column: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value
  const type = context.enteredTypes.get(column)
  if (type === 'number' && isAnyNumber(value)) return value
  const text = enteredTextOf(context.enteredTexts, column, value)
  const convertedValue = type && readInput(text, type, context.notation)
  if (convertedValue === undefined) return text
  if (convertedValue !== null) {
    context.enteredTexts = withEnteredText(context.enteredTexts, column, {
      value: convertedValue,
      text,
    })
  }
  return convertedValue
}

function assertMayBeNested(context: ConversionContext, steps: readonly PathStep[]): void {
  const type = promptTypeOf(context, steps)
  if (type) throw refusal(steps, type)
}

const scalarTypes: readonly string[] = [
  'text',
  'number',
  'date',
  'boolean',
  'email',
] satisfies InputType[]

/** Returns the type of a prompt that asks for a single value. */
function promptTypeOf(
  { promptTypes }: ConversionContext,
  steps: readonly PathStep[],
): InputType | undefined {
  const type = steps.length === 1 ? promptTypes.get(String(steps[0])) : undefined
  return type !== undefined && scalarTypes.includes(type) ? (type as InputType) : undefined
}

function typeAt(
  context: ConversionContext,
  steps: readonly PathStep[],
  key: string,
): ReadType | undefined {
  const promptType = promptTypeOf(context, steps)
  if (promptType) return { type: promptType, isStrict: true }
  return context.types.get(key)
}

type ValueToConvert = {
  readonly steps: readonly PathStep[]
  readonly value: unknown
  readonly valueType: ReadType
  readonly context: ConversionContext
}

function convertValue({
  steps,
  value,
  valueType: { type, isStrict },
  context,
}: ValueToConvert): unknown {
  // A column of texts may also hold numbers; a prompt of type text has texts only.
  if (type === 'text') return steps.length === 1 ? String(value) : value
  if (type === 'number' && isAnyNumber(value) && Number.isFinite(approximate(value))) return value
  if (type === 'boolean' && typeof value === 'boolean') return value
  const convertedValue =
    typeof value === 'string' ? readInput(value, type, context.notation) : undefined
  if (convertedValue !== undefined) return convertedValue
  if (!isStrict) return value
  throw refusal(steps, type)
}

const expectedKinds: Readonly<Record<InputType, string>> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  boolean: 'true or false',
  email: 'an e-mail address',
}

const refusal = (steps: readonly PathStep[], type: InputType) =>
  badRequest(`“${labelOf(steps)}” must be ${expectedKinds[type]}.`, { attr: 'updated_data' })

/** The path as the page shows it: rows are one-based. */
const labelOf = (steps: readonly PathStep[]): string =>
  steps.map((step) => (typeof step === 'number' ? `row ${step + 1}` : step)).join(' › ')

/** Lists the quotes in a tree of evidence. */
function listQuotes(evidence: unknown): readonly string[] {
  if (!isContainer(evidence)) return []
  return Object.entries(evidence).flatMap(([name, child]) =>
    name === 'quote' && typeof child === 'string' ? [child] : listQuotes(child),
  )
}
