import type { HiddenReason } from '@recto/document-text/model'
import { type Colour, looksSame, parseColour, white } from '../images/colour.ts'
import { markHidden } from '../typeset/hidden-marks.ts'
import {
  type Attributes,
  findAll,
  isElement,
  textOf,
  type XmlElement,
  type XmlNode,
} from './parse-xml.ts'

/** Visibility styles of an element, inherited ones included. */
type Look = {
  readonly colour: Colour | 'transparent' | undefined
  /** Undefined where it is not known: a picture, something it is laid over, or rules of a style sheet. */
  readonly background: Colour | undefined
  /** Styles that descendants may override. */
  readonly isTiny: boolean
  readonly isIndented: boolean
  /** Styles that descendants may not override. */
  readonly reason: HiddenReason | undefined
}

type Style = ReadonlyMap<string, string>

/** Below two points nobody reads; 96 pixels are 72 points. */
const minSizes: Readonly<Record<string, number>> = { px: 2.6, pt: 2, em: 0.15, rem: 0.15, '%': 15 }
const faintest = 0.05
/** Pixels beside the page. */
const offPageIndent = -500
const maxCharacters = 10_000

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
    background: isStyled ? undefined : white,
    isTiny: false,
    isIndented: false,
    reason: undefined,
  })
}

function marked(element: XmlElement, parentLook: Look): XmlElement {
  const look = speaksOfLook(element) ? lookOf(element, parentLook) : parentLook
  const reason = reasonOf(look)
  const children = element.children.map((child): XmlNode => {
    if (isElement(child)) return marked(child, look)
    return reason ? markHidden(child, reason) : child
  })
  const isSame = children.every((child, i) => child === element.children[i])
  return isSame ? element : { ...element, children }
}

const speaksOfLook = ({ attributes }: XmlElement) =>
  ['style', 'bgcolor', 'color', 'background'].some((name) => name in attributes)

function reasonOf({
  colour,
  background,
  isTiny,
  isIndented,
  reason,
}: Look): HiddenReason | undefined {
  if (reason) return reason
  if (isTiny) return 'tiny'
  if (isIndented) return 'outside'
  if (colour === 'transparent') return 'transparent'
  return colour && background && looksSame(colour, background) ? 'no-contrast' : undefined
}

function lookOf({ name, attributes }: XmlElement, parentLook: Look): Look {
  const { style = '', color } = attributes
  const declarations = styleOf(style)
  const ink = declarations.get('color') ?? (name === 'font' ? color : undefined)
  return {
    colour: ink === undefined ? parentLook.colour : colourOf(ink),
    background: behindOf(attributes, declarations, parentLook.background),
    isTiny: isTiny(declarations.get('font-size'), parentLook.isTiny),
    isIndented: declarations.has('text-indent')
      ? isBeside(declarations, ['text-indent'])
      : parentLook.isIndented,
    reason: parentLook.reason ?? unseenBy(declarations),
  }
}

function behindOf(
  { background, bgcolor }: Attributes,
  style: Style,
  parentColour: Colour | undefined,
): Colour | undefined {
  if (background !== undefined || standsOnMore(style)) return undefined
  return groundOf(style.get('background') ?? style.get('background-color') ?? bgcolor, parentColour)
}

const colourOf = (ink: string) => (ink === 'transparent' ? ink : parseColour(ink))

const isPlaced = (style: Style) => /^(?:absolute|fixed)$/.test(style.get('position') ?? '')

/** On a picture, over what is beside it in the file, or with a line around its letters. */
const standsOnMore = (style: Style): boolean =>
  isPlaced(style) ||
  ['background-image', 'text-shadow', '-webkit-text-stroke'].some((name) => style.has(name))

const seeThrough = /^(?:transparent|none|inherit|initial|unset)$/i

const groundOf = (ground: string | undefined, parentColour: Colour | undefined) =>
  ground === undefined || seeThrough.test(ground) ? parentColour : parseColour(ground)

function unseenBy(style: Style): HiddenReason | undefined {
  const opacity = style.get('opacity')
  if (opacity !== undefined && Number(opacity) < faintest) return 'transparent'
  return isPlaced(style) && isBeside(style, ['left', 'top']) ? 'outside' : undefined
}

const isBeside = (style: Style, names: readonly string[]) =>
  names.some((name) => pixelsOf(style.get(name)) < offPageIndent)

/** A size that is measured by the one around it is as small as that. Mails set 0 around text that has a size of its own. */
function isTiny(size: string | undefined, isParentTiny: boolean): boolean {
  if (size === undefined || size === 'inherit') return isParentTiny
  const { number, unit } = lengthOf(size)
  if (number === 0 || number < (minSizes[unit] ?? 0)) return true
  return (unit === 'em' || unit === '%') && isParentTiny
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
    .slice(0, maxCharacters)
    .split(';')
    .map((one) => {
      const colon = one.indexOf(':')
      const value = one.slice(colon + 1).replace(/!important/i, '')
      return [one.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()] as const
    })
  return new Map(pairs)
}
