import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, looksSame, parseColour } from '../../images/colour.ts'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'

/** The look of text at a place of a document. */
export type OdfLook = {
  /** `undefined` where the program chooses it, to be read on any background, and where it is not known. */
  readonly ink: Colour | undefined
  /** `undefined` where it is not known: over a picture, or under a condition. */
  readonly background: Colour | undefined
  /** Points. */
  readonly size: number
  readonly isTransparent: boolean
  readonly isUndisplayed: boolean
  /** The reason why nobody sees the text, whatever is declared inside. */
  readonly reason: HiddenReason | undefined
}

export type OdfLooks = {
  /** Returns the look inside an element that stands in something that looks like `outer`. */
  readonly inside: (element: XmlElement, outer: OdfLook) => OdfLook
  /** Applies a style that is named elsewhere, such as by the column of a cell. */
  readonly withStyle: (family: string, name: string | undefined, outer: OdfLook) => OdfLook
  /** A property of a style, or of those that it is derived from. */
  readonly property: (
    family: string,
    name: string | undefined,
    key: OdfProperty,
  ) => string | undefined
  readonly usual: OdfLook
}

/** The group of properties, and a name in it. */
type OdfProperty = readonly [group: string, name: string]

const minPoints = 2
const usualPoints = 12
const maxChain = 20

export function reasonOfOdfLook(look: OdfLook): HiddenReason | undefined {
  if (look.reason) return look.reason
  if (look.isUndisplayed) return 'layer'
  if (look.size < minPoints) return 'tiny'
  if (look.isTransparent) return 'transparent'
  const { ink, background } = look
  return ink && background && looksSame(ink, background) ? 'no-contrast' : undefined
}

const families: Readonly<Record<string, readonly string[]>> = {
  p: ['paragraph'],
  h: ['paragraph'],
  span: ['text'],
  a: ['text'],
  section: ['section'],
  table: ['table'],
  'table-row': ['table-row'],
  'table-cell': ['table-cell'],
  frame: ['graphic', 'presentation'],
  'custom-shape': ['graphic', 'presentation'],
  rect: ['graphic', 'presentation'],
  ellipse: ['graphic', 'presentation'],
}

/** Reads the looks of styles; the later of two parts is stronger. */
export function readOdfLooks(parts: readonly XmlElement[], paper: Colour | undefined): OdfLooks {
  const styles = new Map<string, XmlElement>()
  for (const part of parts) {
    for (const style of findAll(part, 'style'))
      styles.set(`${style.attributes.family} ${style.attributes.name}`, style)
    for (const style of findAll(part, 'default-style'))
      styles.set(`${style.attributes.family} `, style)
  }
  const resolvedStyles = new Map<string, ResolvedStyle | undefined>()
  const resolve = (family: string, name = ''): ResolvedStyle | undefined => {
    const key = `${family} ${name}`
    if (!resolvedStyles.has(key)) resolvedStyles.set(key, resolveStyle(styles, family, name))
    return resolvedStyles.get(key)
  }
  const property: OdfLooks['property'] = (family, name, [group, key]) =>
    name === undefined ? undefined : resolve(family, name)?.values.get(`${group} ${key}`)
  const withStyle: OdfLooks['withStyle'] = (family, name, outer) => {
    const style = name === undefined ? undefined : resolve(family, name)
    return style ? applyStyle(style, family, outer) : outer
  }
  const bare: OdfLook = {
    ink: undefined,
    background: paper,
    size: usualPoints,
    isTransparent: false,
    isUndisplayed: false,
    reason: undefined,
  }
  const usual = withStyle('paragraph', '', bare)
  return {
    property,
    withStyle,
    usual,
    inside(element, outer) {
      const own = families[element.name] ?? []
      const name = element.attributes['style-name']
      const styledLook = own.reduce((look, family) => withStyle(family, name, look), outer)
      const reason = styledLook.reason ?? reasonOfElement(element)
      const isFloating = element.name === 'frame' || element.name === 'custom-shape'
      const isUnfilled = isFloating && styledLook === outer
      if (!isUnfilled && reason === styledLook.reason) return styledLook
      return { ...styledLook, reason, background: isUnfilled ? undefined : styledLook.background }
    },
  }
}

function reasonOfElement(element: XmlElement): HiddenReason | undefined {
  const { name, attributes } = element
  const isHidden = attributes['is-hidden'] === 'true'
  if (name === 'section' && (attributes.display === 'none' || isHidden)) return 'layer'
  if (name !== 'p' && name !== 'h') return undefined
  const field = findAll(element, 'hidden-paragraph')[0]
  return field?.attributes['is-hidden'] === 'true' ? 'layer' : undefined
}

/** A style with all that it is derived from, by group and name of the property. */
type ResolvedStyle = {
  readonly values: ReadonlyMap<string, string>
  /** What it says holds under a condition only. */
  readonly isConditional: boolean
}

function resolveStyle(
  styles: ReadonlyMap<string, XmlElement>,
  family: string,
  name: string,
): ResolvedStyle | undefined {
  const values = new Map<string, string>()
  let isConditional = false
  let style = styles.get(`${family} ${name}`)
  if (!style) return undefined
  for (let depth = 0; style && depth < maxChain; depth++) {
    isConditional ||= childOf(style, 'map') !== undefined
    for (const [key, value] of propertiesOf(style)) if (!values.has(key)) values.set(key, value)
    const parent: string | undefined = style.attributes['parent-style-name']
    style = parent === undefined ? undefined : styles.get(`${family} ${parent}`)
  }
  return { values, isConditional }
}

/** The properties of a style, by group and name. */
const propertiesOf = (style: XmlElement): readonly (readonly [string, string])[] =>
  elementsOf(style).flatMap(({ name: group, attributes }) =>
    Object.entries(attributes).map(([key, value]) => [`${group} ${key}`, value] as const),
  )

function applyStyle(
  { values, isConditional }: ResolvedStyle,
  family: string,
  outer: OdfLook,
): OdfLook {
  const property: PropertyOf = (group, key) => values.get(`${group} ${key}`)
  const text = (key: string) => property('text-properties', key)
  const colour = text('color')
  const isAutomatic = text('use-window-font-color') === 'true'
  const display = text('display')
  const opacity = text('opacity')
  return {
    ink: isAutomatic || isConditional ? undefined : colour ? parseColour(colour) : outer.ink,
    background: isConditional ? undefined : backgroundOf(property, family, outer.background),
    size: pointsOf(text('font-size'), outer.size),
    isTransparent: opacity === undefined ? outer.isTransparent : Number.parseFloat(opacity) < 5,
    isUndisplayed: display === undefined ? outer.isUndisplayed : display === 'none',
    reason: outer.reason ?? (isFlat(property) ? 'tiny' : undefined),
  }
}

type PropertyOf = (group: string, key: string) => string | undefined

const groups: Readonly<Record<string, readonly string[]>> = {
  text: ['text-properties'],
  paragraph: ['text-properties', 'paragraph-properties'],
  'table-cell': ['table-cell-properties'],
  'table-row': ['table-row-properties'],
  table: ['table-properties'],
  section: ['section-properties'],
}

function backgroundOf(
  property: PropertyOf,
  family: string,
  outer: Colour | undefined,
): Colour | undefined {
  if (family === 'graphic' || family === 'presentation') return fillOf(property)
  const values = (groups[family] ?? []).map((group) => property(group, 'background-color'))
  const value = values.find((one) => one !== undefined)
  return value === undefined || value === 'transparent' ? outer : parseColour(value)
}

/** A shape without a fill may lie over anything. */
function fillOf(property: PropertyOf): Colour | undefined {
  const fill = property('graphic-properties', 'fill')
  const opacity = Number.parseFloat(property('graphic-properties', 'opacity') ?? '100')
  const colour =
    fill === 'solid'
      ? property('graphic-properties', 'fill-color')
      : fill === undefined
        ? property('graphic-properties', 'background-color')
        : undefined
  return colour && opacity === 100 ? parseColour(colour) : undefined
}

function isFlat(property: PropertyOf): boolean {
  const height = property('table-row-properties', 'row-height')
  return height !== undefined && pointsOf(height, usualPoints) < minPoints
}

const units: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  inch: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  px: 0.75,
}

/** Returns a length in points; a percentage is one of `outer`, which also stands for what cannot be read. */
export function pointsOf(length: string | undefined, outer: number): number {
  const [, number = '', unit = ''] =
    /^(-?\d{0,9}(?:\.\d{0,9})?)([a-z%]{1,4})$/.exec(length ?? '') ?? []
  if (number === '') return outer
  if (unit === '%') return (Number(number) / 100) * outer
  return unit in units ? Number(number) * units[unit]! : outer
}
