import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, looksSame, parseColour, white } from '../../images/colour.ts'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'

export type HiddenRuns = {
  /** Finds those of a part of the document, such as its body or a footer. */
  lookAt(part: XmlElement): void
  reasonOf(run: XmlElement): HiddenReason | undefined
}

/** Half points: below two points nobody reads. */
const minHalfPoints = 4

type Styles = {
  readonly byId: ReadonlyMap<string, XmlElement>
  /** Some style of paragraphs or letters shades what it is used for. */
  readonly areShading: boolean
  /** The one that is used where none is named does. */
  readonly isPaperShaded: boolean
}

/**
 * Runs are told by what they or their styles say: in the colour of what is behind them, or too small. What is behind a run is
 * unknown in a text box, in a table with a style, where a style may shade it, and where a picture lies behind the text; there no colour is judged.
 *
 * @param parts The document and its headers and footers.
 */
export function openHiddenRuns(stylesPart: XmlElement, parts: readonly XmlElement[]): HiddenRuns {
  const styleElements = findAll(stylesPart, 'style').filter(
    ({ attributes }) => attributes.type !== 'table',
  )
  const shading = styleElements.filter((style) => findAll(style, 'shd').length > 0)
  const styles: Styles = {
    byId: new Map(styleElements.map((style) => [style.attributes.styleId ?? '', style])),
    areShading: shading.length > 0,
    isPaperShaded: shading.some(({ attributes }) => attributes.default === '1'),
  }
  const reasons = new Map<XmlElement, HiddenReason>()
  const isPlain =
    !styles.isPaperShaded && !parts.some((part) => childOf(part, 'background') || hasBehind(part))
  return {
    lookAt(part) {
      walk(part, { background: isPlain ? white : undefined, styles }, reasons)
    },
    reasonOf: (run) => reasons.get(run),
  }
}

/** A picture or a shape that lies behind the text, also of a header. */
const hasBehind = (part: XmlElement): boolean =>
  findAll(part, 'anchor').some(({ attributes }) => isOne(attributes.behindDoc)) ||
  findAll(part, 'pict').length > 0

const isOne = (value: string | undefined) => value === '1' || value === 'true'

type Place = {
  readonly background: Colour | undefined
  readonly styles: Styles
  /** Shading of the paragraph. */
  readonly style?: XmlElement | undefined
}

function walk(element: XmlElement, place: Place, reasons: Map<XmlElement, HiddenReason>): void {
  for (const child of elementsOf(element)) {
    if (child.name === 'r') {
      const reason = reasonOf(child, place)
      if (reason) reasons.set(child, reason)
    }
    walk(child, placeIn(child, place), reasons)
  }
}

function placeIn(element: XmlElement, place: Place): Place {
  const { background, styles } = place
  if (element.name === 'txbxContent') return { ...place, background: undefined }
  if (element.name === 'tbl') {
    const table = childOf(element, 'tblPr')
    const isPlain = !childOf(table, 'tblStyle') && !childOf(table, 'shd')
    return { ...place, background: isPlain ? background : undefined }
  }
  if (element.name === 'tc')
    return { ...place, background: shaded(childOf(element, 'tcPr'), background) }
  if (element.name !== 'p') return place
  const properties = childOf(element, 'pPr')
  const id = childOf(properties, 'pStyle')?.attributes.val
  if (id === undefined) return { ...place, background: shaded(properties, background) }
  const ground = styles.areShading ? undefined : background
  return { ...place, background: shaded(properties, ground), style: styles.byId.get(id) }
}

function reasonOf(run: XmlElement, { background, styles, style }: Place): HiddenReason | undefined {
  const own = childOf(run, 'rPr')
  const id = childOf(own, 'rStyle')?.attributes.val
  const sources = [own, childOf(styles.byId.get(id ?? ''), 'rPr'), childOf(style, 'rPr')]
  const hasProperty = (name: string) =>
    sources.map((source) => childOf(source, name)?.attributes.val).find((value) => value)
  if (Number(hasProperty('sz') ?? minHalfPoints) < minHalfPoints) return 'tiny'
  const ink = parseColour(hasProperty('color') ?? '')
  if (!ink || sources.some((source) => childOf(source, 'highlight'))) return undefined
  const ground = shaded(own, id !== undefined && styles.areShading ? undefined : background)
  return ground && looksSame(ink, ground) ? 'no-contrast' : undefined
}

/** A pattern, or a colour of the theme, is one that is not known. */
function shaded(properties: XmlElement | undefined, background: Colour | undefined) {
  const shading = childOf(properties, 'shd')?.attributes
  if (!shading) return background
  if (shading.themeFill || !['clear', 'nil', undefined].includes(shading.val)) return undefined
  const { fill = 'auto' } = shading
  return fill === 'auto' ? background : parseColour(fill)
}
