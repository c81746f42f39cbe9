import { isContainer } from '@recto/exact-json/exact-number'

const maxTextLength = 500
const maxItems = 100
const maxFields = 50
const maxDepth = 4

/** Shortens what an audit entry stores, so that no change makes the log grow without a limit. */
export const limitValues = (values: object): object => limitFields(values, 0)

const limitFields = (values: object, depth: number): object =>
  Object.fromEntries(
    Object.entries(values)
      .slice(0, maxFields)
      .map(([name, value]) => [name, limitValue(value, depth + 1)]),
  )

function limitValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return limitText(value)
  if (!isContainer(value) || value instanceof Date) return value
  if (depth >= maxDepth) return '…'
  if (!Array.isArray(value)) return limitFields(value, depth)
  const items = value.slice(0, maxItems).map((item) => limitValue(item, depth + 1))
  return value.length > maxItems ? [...items, `… and ${value.length - maxItems} more`] : items
}

const limitText = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
