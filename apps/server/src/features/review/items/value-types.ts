import { isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { InputType } from '@recto/extraction/read-input'

export type PathStep = string | number

/** Type of the values at a path. A loose type converts what fits, and refuses nothing. */
export type ReadType = { readonly type: InputType; readonly isStrict: boolean }

/** Path of a value in which `null` stands for every row. */
type GeneralPath = readonly (PathStep | null)[]

type Leaf = { readonly path: GeneralPath; readonly value: unknown }

type ValuesByPath = ReadonlyMap<string, readonly unknown[]>

const isoDay = /^\d{4}-\d{2}-\d{2}$/
/** Fewer values with a type than this share do not make a type of their column. */
const minTypedShare = 0.5
/** Share of the entered values that have to fit the type of their column. */
const minFittingShare = 0.7

/**
 * Returns the types of the columns and single values that the machine read, by general path. A
 * column in which it found nothing is not one of them: its type is that of what people enter.
 */
export function typesIn(machineOutput: unknown): ReadonlyMap<string, ReadType | undefined> {
  const readGroups = [...groupByPath(machineOutput)].filter(([, values]) => values.some(hasContent))
  return new Map(readGroups.map(([path, values]) => [path, typeOfValues(values)]))
}

const hasContent = (value: unknown): boolean => value !== null && value !== ''

/** Type of a column that people fill; undefined if its values are texts. */
export type EnteredType = 'date' | 'number' | undefined

type EnteredColumns = {
  /** Returns the text as which a value of a column was entered. */
  textOf(column: string, value: unknown): string
  fits(text: string, type: 'date' | 'number'): boolean
}

/**
 * Chooses the types of columns that no machine has read, by what people entered: as in a table that
 * is read, most cells have to fit. Texts that begin with a zero are names.
 */
export function typesOfEnteredColumns(
  output: unknown,
  { textOf, fits }: EnteredColumns,
): ReadonlyMap<string, EnteredType> {
  const types = new Map<string, EnteredType>()
  for (const [path, values] of groupByPath(output)) {
    const steps: GeneralPath = JSON.parse(path)
    // The last step of a cell is its column; a list of names has none.
    if (!steps.includes(null) || steps.at(-1) === null) continue
    const texts = values.filter(hasContent).map((value) => textOf(path, value))
    types.set(path, chooseColumnType(texts, fits))
  }
  return types
}

function chooseColumnType(texts: readonly string[], fits: EnteredColumns['fits']): EnteredType {
  const suits = (type: 'date' | 'number') =>
    texts.filter((text) => fits(text, type)).length >= texts.length * minFittingShare
  if (texts.length === 0) return undefined
  if (suits('date')) return 'date'
  if (texts.some((text) => /^0\d/.test(text))) return undefined
  return suits('number') ? 'number' : undefined
}

/** Returns the values of an output by general path, so that a value is found wherever its row is. */
export function valueSetsIn(output: unknown): ReadonlyMap<string, ReadonlySet<unknown>> {
  return new Map([...groupByPath(output)].map(([path, values]) => [path, new Set(values)]))
}

/** Groups the single values of an output, so that all values of a column are together. */
function groupByPath(output: unknown): ValuesByPath {
  const groups = Map.groupBy(listLeaves([], output), ({ path }) => JSON.stringify(path))
  return new Map([...groups].map(([path, leaves]) => [path, leaves.map(({ value }) => value)]))
}

function listLeaves(path: GeneralPath, value: unknown): readonly Leaf[] {
  if (!isContainer(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([name, child]) =>
    listLeaves([...path, generalStep(path, value, name)], child),
  )
}

/** Rows have the same columns; the cells of a row that is a list are columns by their position. */
export function generalStep(path: GeneralPath, parent: object, name: string): PathStep | null {
  if (!Array.isArray(parent)) return name
  return path.at(-1) === null ? Number(name) : null
}

/** Returns the type of the values that the machine read in a column; `undefined` when none tells. */
function typeOfValues(values: readonly unknown[]): ReadType | undefined {
  const types = values.filter(hasContent).map(typeOfValue)
  const counts = Map.groupBy(types, (type) => type)
  const [type, ofType] =
    [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ([] as const)
  if (!type || !ofType || ofType.length <= types.length * minTypedShare) return undefined
  return { type, isStrict: ofType.length === types.length }
}

function typeOfValue(value: unknown): InputType {
  if (isAnyNumber(value)) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' && isoDay.test(value) ? 'date' : 'text'
}
