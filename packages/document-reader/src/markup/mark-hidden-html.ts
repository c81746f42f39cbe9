import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, looksSame, parseColour, white } from '../images/colour.ts'
import { markHidden } from '../typeset/hidden-marks.ts'
import { findAll, isElement, textOf, type XmlElement, type XmlNode } from './parse-xml.ts'

/** What an element says of its text, with what it inherits. */
type Look = {
  readonly colour: Colour | undefined
  /** Undefined where it is not known: a picture, or rules of a style sheet. */
  readonly behind: Colour | undefined
  readonly reason: HiddenReason | undefined
}

type Style = ReadonlyMap<string, string>

/** Below two points nobody reads; 96 pixels are 72 points. */
const smallest: Readonly<Record<string, number>> = { px: 2.6, pt: 2, em: 0.15, rem: 0.15, '%': 15 }
const faintest = 0.05
/** Pixels beside the page. */
const beside = -500
const mostLetters = 10_000

/**
 * Marks the words of a tree of HTML that nobody sees, by what their elements say themselves: in the colour of what is behind
 * them, too small, too faint, or beside the page. What rules of a style sheet do is not known, so that with one of those
 * that sets backgrounds no colour is judged.
 */
export function markHiddenHtml(root: XmlElement): XmlElement {
  const sheets = findAll(root, 'style').map(textOf)
  const isStyled =
    findAll(root, 'link').some(({ attributes }) => /stylesheet/i.test(attributes.rel ?? '')) ||
    sheets.some((sheet) => /background/i.test(sheet))
  return marked(root, {
    colour: undefined,
    behind: isStyled ? undefined : white,
    reason: undefined,
  })
}

function marked(element: XmlElement, inherited: Look): XmlElement {
  const look = lookOf(element, inherited)
  const reason = reasonOf(look)
  const children = element.children.map((child): XmlNode => {
    if (isElement(child)) return marked(child, look)
    return reason ? markHidden(child, reason) : child
  })
  return { ...element, children }
}

function reasonOf({ colour, behind, reason }: Look): HiddenReason | undefined {
  if (reason) return reason
  return colour && behind && looksSame(colour, behind) ? 'no-contrast' : undefined
}

function lookOf({ name, attributes }: XmlElement, inherited: Look): Look {
  const { style, bgcolor, color, background } = attributes
  if (!style && !bgcolor && !color && !background) return inherited
  const given = styleOf(style ?? '')
  const ground = given.get('background') ?? given.get('background-color') ?? bgcolor
  const ink = given.get('color') ?? (name === 'font' ? color : undefined)
  return {
    colour: ink === undefined ? inherited.colour : parseColour(ink),
    behind: background ? undefined : groundOf(ground, inherited.behind),
    reason: inherited.reason ?? unseenBy(given),
  }
}

const seeThrough = /^(?:transparent|none|inherit|initial|unset)$/i

const groundOf = (ground: string | undefined, inherited: Colour | undefined) =>
  ground === undefined || seeThrough.test(ground) ? inherited : parseColour(ground)

function unseenBy(style: Style): HiddenReason | undefined {
  if (isTiny(style.get('font-size'))) return 'tiny'
  const opacity = style.get('opacity')
  if (opacity !== undefined && Number(opacity) < faintest) return 'transparent'
  if (style.get('color') === 'transparent') return 'transparent'
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get('position') ?? '')
  const places = ['text-indent', ...(isPlaced ? ['left', 'top'] : [])]
  return places.some((name) => pixelsOf(style.get(name)) < beside) ? 'outside' : undefined
}

function isTiny(size: string | undefined): boolean {
  const { number, unit } = lengthOf(size)
  return number === 0 || number < (smallest[unit] ?? 0)
}

function pixelsOf(size: string | undefined): number {
  const { number, unit } = lengthOf(size)
  return Number.isNaN(number) ? 0 : number * (unit === 'px' ? 1 : unit === 'pt' ? 4 / 3 : 16)
}

/** `NaN` where it is none. */
function lengthOf(text = ''): { readonly number: number; readonly unit: string } {
  const [, number, unit = ''] =
    /^(-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|em|rem|%)?$/.exec(text) ?? []
  return { number: number === undefined ? Number.NaN : Number(number), unit }
}

function styleOf(text: string): Style {
  const pairs = text
    .slice(0, mostLetters)
    .split(';')
    .map((one) => {
      const colon = one.indexOf(':')
      const value = one.slice(colon + 1).replace(/!important/i, '')
      return [one.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()] as const
    })
  return new Map(pairs)
}
