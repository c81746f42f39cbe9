import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, looksSame } from '../../images/colour.ts'
import { childOf, elementsOf, type XmlElement } from '../../markup/parse-xml.ts'
import { type DrawingPaint, drawingColour, type ThemeColours } from '../parts/theme-colours.ts'

/** The paint of letters; `unknown` for patterns, pictures and colours that cannot be computed. */
export type TextInk = DrawingPaint | 'unknown'

/** Where the letters of a shape get their look from, the nearest first: elements that hold properties of each level. */
export type TextSources = {
  readonly levels: readonly XmlElement[]
  /** The colour that the style of the shape names. */
  readonly styleInk: TextInk | undefined
  /** The colour of letters of which nothing says more; `unknown` in tables with a style. */
  readonly usualInk: TextInk
  /** The share to which the shape shrinks its letters. */
  readonly scale: number
}

const minSize = 200
const usualSize = 1800
const faintest = 0.05
const fillNames = ['solidFill', 'noFill', 'gradFill', 'pattFill', 'blipFill', 'grpFill']

export type RunPlace = {
  readonly sources: TextSources
  readonly scheme: ThemeColours
  /** `undefined` where it is not known. */
  readonly background: Colour | undefined
}

/** Returns why nobody sees a run; sizes are in hundredths of a point. */
export function reasonOfRun(
  run: XmlElement,
  paragraph: XmlElement,
  { sources, scheme, background }: RunPlace,
): HiddenReason | undefined {
  const own = childOf(run, 'rPr')
  const level = Number(childOf(paragraph, 'pPr')?.attributes.lvl ?? 0) || 0
  const inheritedProperties = sources.levels.map((source) =>
    childOf(source, `lvl${level + 1}pPr`, 'defRPr'),
  )
  const properties = [own, ...inheritedProperties].filter((one) => one !== undefined)
  const size = properties.find(({ attributes }) => attributes.sz)?.attributes.sz
  if (Number(size ?? usualSize) * sources.scale < minSize) return 'tiny'
  const ink = inkOf(own, inheritedProperties, { sources, scheme })
  if (ink === 'unknown' || isDecorated(own)) return undefined
  if (ink.alpha < faintest) return 'transparent'
  const highlight = childOf(own, 'highlight')
  const ground = highlight ? drawingColour(highlight, scheme)?.colour : background
  return ground && looksSame(ink.colour, ground) ? 'no-contrast' : undefined
}

/** An outline, a shadow or a glow shows letters of any colour. */
function isDecorated(properties: XmlElement | undefined): boolean {
  const line = childOf(properties, 'ln')
  const effects = childOf(properties, 'effectLst')
  const hasLine = line !== undefined && !childOf(line, 'noFill')
  return hasLine || (effects !== undefined && elementsOf(effects).length > 0)
}

function inkOf(
  own: XmlElement | undefined,
  inheritedProperties: readonly (XmlElement | undefined)[],
  { sources, scheme }: Pick<RunPlace, 'sources' | 'scheme'>,
): TextInk {
  const ownInk = own && fillOf(own, scheme)
  if (ownInk) return ownInk
  if (sources.styleInk) return sources.styleInk
  for (const level of inheritedProperties) {
    const ink = level && fillOf(level, scheme)
    if (ink) return ink
  }
  return sources.usualInk
}

/** Returns what an element is filled with; `undefined` where it says nothing of that. */
export function fillOf(properties: XmlElement, scheme: ThemeColours): TextInk | undefined {
  const fill = elementsOf(properties).find(({ name }) => fillNames.includes(name))
  if (!fill) return undefined
  if (fill.name === 'noFill') return { colour: [0, 0, 0], alpha: 0 }
  return fill.name === 'solidFill' ? (drawingColour(fill, scheme) ?? 'unknown') : 'unknown'
}
