import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import { showCount } from '../parts/list-numbers.ts'

export type OdfStyles = {
  /** A table style hides its table. */
  isHiddenTable(style: string | undefined): boolean
  breaksPage(style: string | undefined): boolean
  /** The label of an item of a list, by the numbers of it and of the items around it. */
  label(list: string | undefined, counts: readonly number[]): string
}

const noList: XmlElement = { name: '', attributes: {}, children: [] }

export function readOdfStyles(parts: readonly XmlElement[]): OdfStyles {
  const styles = new Map<string, XmlElement>()
  const lists = new Map<string, XmlElement>()
  for (const part of parts) {
    for (const style of findAll(part, 'style')) styles.set(style.attributes.name ?? '', style)
    for (const list of findAll(part, 'list-style')) lists.set(list.attributes.name ?? '', list)
  }
  const property = (style: string | undefined, element: string, name: string) =>
    childOf(styles.get(style ?? ''), element)?.attributes[name]

  return {
    isHiddenTable: (style) => property(style, 'table-properties', 'display') === 'false',
    breaksPage: (style) => property(style, 'paragraph-properties', 'break-before') === 'page',
    label(list, counts) {
      const level = elementsOf(lists.get(list ?? '') ?? noList).find(
        ({ attributes }) => attributes.level === String(counts.length),
      )
      return level?.name === 'list-level-style-number' ? numberLabel(level, counts) : '•'
    },
  }
}

function numberLabel({ attributes }: XmlElement, counts: readonly number[]): string {
  const format = attributes['num-format'] ?? ''
  if (format === '') return ''
  const shownLevels = Math.min(
    counts.length,
    Math.max(1, Number(attributes['display-levels']) || 1),
  )
  const start = (Number(attributes['start-value']) || 1) - 1
  const numbers = counts
    .slice(-shownLevels)
    .map((count, i) => showCount(i === shownLevels - 1 ? count + start : count, format))
  return `${attributes['num-prefix'] ?? ''}${numbers.join('.')}${attributes['num-suffix'] ?? ''}`
}
