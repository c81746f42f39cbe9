import { useStored } from './use-stored.ts'

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const none: readonly string[] = []

/** The hidden columns of a table; the choice is stored in the browser. */
export const useHiddenColumns = (table: string, initialKeys = none) =>
  useStored<readonly string[]>(table, isListOfTexts, initialKeys)
