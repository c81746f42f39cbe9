import { maxCharacters } from '@recto/contract/wire/limits'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { type InputType, readInput } from '@recto/extraction/read-input'
import type { FileFault, FileValue, ValuesOfFile } from './read-file.ts'

type KnownPrompt = { readonly id: string; readonly key: string; readonly type: string }
type KnownDocument = { readonly id: string; readonly name: string; readonly hash: string }

/** An expected value to save. */
type PlannedValue = {
  readonly promptId: string
  readonly documentId: string
  readonly hash: string
  readonly value: string | null
}

export type ImportPlan = {
  readonly newValues: readonly PlannedValue[]
  readonly changedValues: readonly PlannedValue[]
  readonly sameCount: number
  readonly unknownLines: readonly FileFault[]
  readonly faults: readonly FileFault[]
}

type ProjectValues = {
  readonly prompts: readonly KnownPrompt[]
  readonly documents: readonly KnownDocument[]
  /** Returns the expected value; `undefined` if there is none. */
  readonly findValue: (promptId: string, hash: string) => string | null | undefined
}

/** Compares the values of a file with those of the project. */
export function planImport({ values, faults }: ValuesOfFile, project: ProjectValues): ImportPlan {
  const promptByKey = new Map(project.prompts.map((prompt) => [prompt.key, prompt]))
  const documentByName = new Map(project.documents.map((document) => [document.name, document]))
  const unknownLines: FileFault[] = []
  const matchedValues: MatchedValue[] = []
  for (const fileValue of values) {
    const prompt = promptByKey.get(fileValue.field)
    const document = documentByName.get(fileValue.document)
    if (prompt && document) matchedValues.push({ fileValue, prompt, document })
    else unknownLines.push(toFault(fileValue, describeUnknown(document, prompt)))
  }
  const { distinctValues, contradictions } = removeRepeated(matchedValues)
  const judgedValues = distinctValues.map((one) => judgeValue(one, project))
  const listValues = (kind: 'new' | 'changed') =>
    judgedValues.flatMap((one) => (one.kind === kind ? one.plannedValue : []))
  return {
    newValues: listValues('new'),
    changedValues: listValues('changed'),
    sameCount: judgedValues.filter(({ kind }) => kind === 'same').length,
    unknownLines,
    faults: [
      ...faults,
      ...contradictions,
      ...judgedValues.flatMap((one) => (one.kind === 'fault' ? one.fault : [])),
    ],
  }
}

type MatchedValue = {
  readonly fileValue: FileValue
  readonly prompt: KnownPrompt
  readonly document: KnownDocument
}

const toFault = ({ value: _, ...place }: FileValue, reason: string): FileFault => ({
  ...place,
  reason,
})

/** Two names of one content have one expected value. The same value again says nothing new. */
function removeRepeated(values: readonly MatchedValue[]) {
  const earlierValues = new Map<string, MatchedValue>()
  const contradictions: FileFault[] = []
  for (const one of values) {
    const key = `${one.prompt.id}/${one.document.hash}`
    const earlier = earlierValues.get(key)
    if (!earlier) earlierValues.set(key, one)
    else if (earlier.fileValue.value !== one.fileValue.value) {
      const reason = `Line ${earlier.fileValue.line} has another value.`
      contradictions.push(toFault(one.fileValue, reason))
    }
  }
  return { distinctValues: [...earlierValues.values()], contradictions }
}

type JudgedFileValue =
  | { readonly kind: 'new' | 'changed'; readonly plannedValue: PlannedValue }
  | { readonly kind: 'same' }
  | { readonly kind: 'fault'; readonly fault: FileFault }

function judgeValue(
  { fileValue, prompt, document: { id: documentId, hash } }: MatchedValue,
  { findValue }: Pick<ProjectValues, 'findValue'>,
): JudgedFileValue {
  const { value } = fileValue
  const current = findValue(prompt.id, hash)
  // An export must fit its project, even if the type of a prompt has changed since.
  if (current !== undefined && (current ?? '') === (value ?? '')) return { kind: 'same' }
  const reason = findFault(prompt.type, value)
  if (reason) return { kind: 'fault', fault: toFault(fileValue, reason) }
  const plannedValue = { promptId: prompt.id, documentId, hash, value }
  return { kind: current === undefined ? 'new' : 'changed', plannedValue }
}

function describeUnknown(
  document: KnownDocument | undefined,
  prompt: KnownPrompt | undefined,
): string {
  if (!document && !prompt) return 'The project has neither the document nor the field.'
  return document ? 'The project has no such field.' : 'The project has no such document.'
}

const typedInputs: Readonly<Record<string, InputType>> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  email: 'email',
}
const labelByType: Readonly<Record<InputType, string>> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  boolean: 'yes or no, true or false',
  email: 'an email address',
}

/** Says why a value does not fit the type of its prompt. */
function findFault(type: string, value: string | null): string | undefined {
  if (value === null || type === 'text') return describeText(value)
  const inputType = typedInputs[type]
  if (inputType) {
    return readInput(value, inputType) === undefined
      ? `The value must be ${labelByType[inputType]}.`
      : describeText(value)
  }
  return describeJsonFault(type, value) ?? describeText(value)
}

/** Says why a text cannot be stored. */
function describeText(value: string | null): string | undefined {
  if (value === null) return undefined
  if (value.includes('\0') || !value.isWellFormed()) {
    return 'The value has characters that cannot be stored.'
  }
  const max = maxCharacters('truth')
  if (value.length <= max) return undefined
  return `The value has more than ${max.toLocaleString('en')} characters.`
}

/** Lists are arrays, and JSON is any value. */
function describeJsonFault(type: string, value: string): string | undefined {
  try {
    const json = parseExactJson(value)
    return type === 'json' || Array.isArray(json) ? undefined : 'The value must be a JSON array.'
  } catch {
    return type === 'json' ? 'The value must be JSON.' : 'The value must be a JSON array.'
  }
}
