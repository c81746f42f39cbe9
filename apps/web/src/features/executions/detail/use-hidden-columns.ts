import { useStored } from '../../../shared/browser/use-stored.ts'

/** Columns that can be hidden. The name and the link to the result always stay. */
export const optionalColumns = [
  { key: 'status', title: 'Status' },
  { key: 'message', title: 'Status message' },
  { key: 'size', title: 'Size' },
  { key: 'time', title: 'Time' },
  { key: 'started', title: 'Started' },
] as const

export type OptionalColumn = (typeof optionalColumns)[number]['key']

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Manages the hidden columns of the file table; the choice is stored in the browser. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useStored('hiddenFileColumns', isListOfTexts, ['started'])
  return {
    hidden,
    toggle: (key: OptionalColumn) =>
      setHidden(
        hidden.includes(key) ? hidden.filter((hiddenKey) => hiddenKey !== key) : [...hidden, key],
      ),
  }
}
