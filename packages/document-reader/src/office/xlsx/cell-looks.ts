import type { HiddenReason } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import { type Colour, looksSame, white } from '../../images/colour.ts'
import { childOf, elementsOf, type XmlElement } from '../../markup/parse-xml.ts'
import { sheetColour, type ThemeColours } from '../parts/theme-colours.ts'

/** A colour that is not known is `unknown`; `undefined` is what nothing is said of. */
type CellColour = Colour | 'unknown'

/** What a font, a fill and a number format do to a cell. */
export type CellLook = {
  readonly ink?: CellColour | undefined
  readonly background?: CellColour | undefined
  /** Points. */
  readonly size?: number | undefined
  /** The code of the number format. */
  readonly format?: string | undefined
}

export type CellLooks = {
  readonly ofStyle: (style: number) => CellLook
  /** The look that a conditional format adds. */
  readonly ofDifference: (id: number) => CellLook
  /** A run of letters inside a cell has a font of its own. */
  readonly ofFont: (font: XmlElement) => CellLook
}

const minPoints = 2
const black: Colour = [0, 0, 0]

/** Reads fonts, fills and formats from the styles of a workbook; `formatOf` knows the codes of its number formats. */
export function readCellLooks(
  styles: XmlElement,
  theme: ThemeColours,
  formatOf: (style: number) => string,
): CellLooks {
  const children = (name: string) => elementsOf(childOf(styles, name) ?? styles)
  const fonts = children('fonts').map((font) => fontLook(font, theme))
  const fills = children('fills').map((fill) => fillLook(fill, theme))
  const cellStyles = children('cellXfs').map(
    ({ attributes: { fontId = '0', fillId = '0' } }, style): CellLook => ({
      ...fonts[Number(fontId)],
      ...fills[Number(fillId)],
      format: formatOf(style),
    }),
  )
  const differences = children('dxfs').map((dxf) => differenceLook(dxf, theme))
  return {
    ofStyle: (style) => cellStyles[style] ?? {},
    ofDifference: (id) => differences[id] ?? {},
    ofFont: (font) => fontLook(font, theme),
  }
}

function fontLook(font: XmlElement, theme: ThemeColours): CellLook {
  const colour = childOf(font, 'color')
  const size = Number(childOf(font, 'sz')?.attributes.val ?? Number.NaN)
  const isAutomatic = colour?.attributes.auto === '1' || colour?.attributes.auto === 'true'
  return omitUndefined({
    ink: colour && !isAutomatic ? (sheetColour(colour, theme) ?? 'unknown') : undefined,
    size: Number.isNaN(size) ? undefined : size,
  })
}

function fillLook(fill: XmlElement, theme: ThemeColours): CellLook {
  const pattern = childOf(fill, 'patternFill')
  if (!pattern) return childOf(fill, 'gradientFill') ? { background: 'unknown' } : {}
  const { patternType = 'none' } = pattern.attributes
  if (patternType === 'none') return {}
  const colour = childOf(pattern, 'fgColor')
  if (patternType !== 'solid' || !colour) return { background: 'unknown' }
  return { background: sheetColour(colour, theme) ?? 'unknown' }
}

/** The fill of a difference is solid where it names no pattern, and its colour is the second one. */
function differenceLook(dxf: XmlElement, theme: ThemeColours): CellLook {
  const font = childOf(dxf, 'font')
  const pattern = childOf(dxf, 'fill', 'patternFill')
  const colour = childOf(pattern, 'bgColor') ?? childOf(pattern, 'fgColor')
  const isSolid = ['solid', undefined].includes(pattern?.attributes.patternType)
  const background = isSolid && colour ? sheetColour(colour, theme) : undefined
  const format = childOf(dxf, 'numFmt')?.attributes.formatCode
  return omitUndefined({
    ...(font && fontLook(font, theme)),
    background: childOf(dxf, 'fill') ? (background ?? 'unknown') : undefined,
    format,
  })
}

/** Returns why nobody sees a cell that looks like this, on a sheet of white paper. */
export function reasonOfLook(look: CellLook, value: LookedValue): HiddenReason | undefined {
  const { ink = black, background = white, size = minPoints, format = '' } = look
  if (size < minPoints) return 'tiny'
  if (value.isText && hidesText(format)) return 'transparent'
  const shownInk = colourOfFormat(format, value) ?? ink
  if (shownInk === 'unknown' || background === 'unknown') return undefined
  return looksSame(shownInk, background) ? 'no-contrast' : undefined
}

export type LookedValue = { readonly text: string; readonly isText: boolean }

const maxSections = 4

/** The parts of a number format: for positive numbers, negative ones, zero and text. */
const sectionsOf = (format: string): readonly string[] =>
  format
    .slice(0, 1000)
    .replace(/"[^"]*"|\\./g, '')
    .split(';', maxSections)

/** `;;;` shows no text at all, and any other format that says nothing of it in its fourth part does not either. */
function hidesText(format: string): boolean {
  const sections = sectionsOf(format)
  return sections.length === maxSections && !sections[3]!.includes('@')
}

const formatColours: Readonly<Record<string, Colour>> = {
  white,
  black,
  color1: black,
  color2: white,
  color19: [255, 255, 204],
}

/** `[White]0.00` has a colour of its own, which is stronger than that of the font. */
function colourOfFormat(format: string, { text, isText }: LookedValue): Colour | undefined {
  if (!format.includes('[')) return undefined
  const sections = sectionsOf(format)
  const number = Number(text)
  const place = isText ? 3 : number < 0 ? 1 : number === 0 ? 2 : 0
  const section = sections[place] ?? (isText ? '' : sections[0]!)
  const [, name = ''] = /^\s*\[(white|black|color ?\d{1,2})\]/i.exec(section) ?? []
  return formatColours[name.toLowerCase().replace(' ', '')]
}
