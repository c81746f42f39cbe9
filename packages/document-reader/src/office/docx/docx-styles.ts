import { childOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import { isOn } from '../parts/office-part.ts'
import type { ListPlace } from './docx-numbering.ts'

export type DocxStyle = {
  readonly list?: ListPlace | undefined
  readonly isHidden: boolean
  readonly breaksPage: boolean
  /** Levels of headings count from 1. */
  readonly titleLevel?: number | undefined
}

/** Returns what a paragraph style says, with what it inherits. */
export type StyleOf = (id: string | undefined) => DocxStyle

const plain: DocxStyle = { isHidden: false, breaksPage: false }
const maxChain = 20

export function readStyles(part: XmlElement): StyleOf {
  const styles = new Map(findAll(part, 'style').map((style) => [style.attributes.styleId, style]))

  function styleOf(id: string | undefined, depth: number): DocxStyle {
    const style = styles.get(id)
    if (!style || depth > maxChain) return plain
    const base = styleOf(childOf(style, 'basedOn')?.attributes.val, depth + 1)
    const own = childOf(style, 'pPr')
    const hidden = childOf(style, 'rPr', 'vanish')
    const breaks = childOf(own, 'pageBreakBefore')
    return {
      list: listPlace(own, base.list) ?? base.list,
      isHidden: hidden ? isOn(hidden) : base.isHidden,
      breaksPage: breaks ? isOn(breaks) : base.breaksPage,
      titleLevel: titleLevelOf(own) ?? namedLevel(style) ?? base.titleLevel,
    }
  }
  return (id) => (id === undefined ? plain : styleOf(id, 0))
}

/** The level that paragraph properties state; the lowest outline level is that of text. */
export function titleLevelOf(properties: XmlElement | undefined): number | undefined {
  const outlineLevel = childOf(properties, 'outlineLvl')?.attributes.val
  const level = Number(outlineLevel)
  return outlineLevel !== undefined && level >= 0 && level < 9 ? level + 1 : undefined
}

/** Word knows its headings by their names, whatever their language on the screen. */
function namedLevel(style: XmlElement): number | undefined {
  const name = (childOf(style, 'name')?.attributes.val ?? '').toLowerCase()
  if (name === 'title') return 1
  const level = /^heading ([1-9])$/.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Returns the list in which a paragraph's own properties place it; list 0 means no list. */
export function listPlace(
  properties: XmlElement | undefined,
  inheritedPlace: ListPlace | undefined,
): ListPlace | undefined {
  const numbering = childOf(properties, 'numPr')
  if (!numbering) return undefined
  const list = childOf(numbering, 'numId')?.attributes.val ?? inheritedPlace?.list
  const level = childOf(numbering, 'ilvl')?.attributes.val ?? inheritedPlace?.level ?? 0
  return list === undefined ? undefined : { list, level: Math.min(8, Number(level) || 0) }
}
