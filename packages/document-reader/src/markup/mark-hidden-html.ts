import type { HiddenReason } from '@recto/document-text/model'
import { markHidden } from '../typeset/hidden-marks.ts'
import { type Cascade, type DeclaredStyle, openCascade } from './css/cascade.ts'
import type { Look, LookContext } from './css/computed-look.ts'
import { hasLookOfItsOwn, lookOf, openLook, reasonOf } from './css/look.ts'
import { appliesToScreen } from './css/media-query.ts'
import { type PlacedElement, placeChildren, placeRoot } from './css/placed-element.ts'
import { openStepBudget } from './css/step-budget.ts'
import { parseStyleSheets } from './css/style-sheet.ts'
import {
  type Attributes,
  elementsOf,
  isElement,
  textOf,
  type XmlElement,
  type XmlNode,
} from './parse-xml.ts'

type PageContext = { readonly cascade: Cascade; readonly context: LookContext }

const noStyle: DeclaredStyle = new Map()

/**
 * Marks the words of a tree of HTML that nobody sees on a screen: by what the page's own style sheets and its elements say,
 * they are in the colour of what is behind them, too small, too faint, clipped, beside the page or not displayed at all. Sheets
 * elsewhere are never fetched; they may colour anything, so that with one of them no colour is judged that the page leaves open.
 * Throws `ReadError` for more rules than any page needs.
 */
export function markHiddenHtml(root: XmlElement, isQuirky: boolean): XmlElement {
  const sources = styleSourcesOf(root)
  const { rules, animations } = parseStyleSheets(sources.sheets, isQuirky)
  const { hasForeignSheets } = sources
  const context: LookContext = { hasForeignSheets, animations, isQuirky }
  const cascade = openCascade(rules, { isQuirky, budget: openStepBudget() })
  return marked(placeRoot(root), openLook(context), { cascade, context })
}

const importedSheet = /@import\s{1,9}(?:url\(\s{0,9})?["']?([^"')\s;]{0,300})/gi

type StyleSources = { readonly sheets: readonly string[]; readonly hasForeignSheets: boolean }

/** Nothing inside them is part of the page. */
const unusedElements = new Set(['noscript', 'template', 'style'])

/** Sheets for pages without scripts, and those of other media, style nothing. */
function styleSourcesOf(root: XmlElement): StyleSources {
  const sheets: string[] = []
  let hasForeignSheets = false
  const collect = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      if (child.name === 'style') sheets.push(...sheetIn(child))
      hasForeignSheets ||= child.name === 'link' && isStyleSheet(child.attributes)
      if (!unusedElements.has(child.name)) collect(child)
    }
  }
  collect(root)
  hasForeignSheets ||= sheets.some((sheet) => [...sheet.matchAll(importedSheet)].some(isForeign))
  return { sheets, hasForeignSheets }
}

/** Sheets of these services only name fonts. */
const fontService = /^(?:https?:)?\/\/fonts\.(?:googleapis|bunny)\.(?:com|net)\//i

const isForeign = ([, address = '']: RegExpMatchArray) => !fontService.test(address)

const isStyleSheet = ({ rel = '', href = '', media = '' }: Attributes) =>
  appliesToScreen(media) &&
  /\bstylesheet\b/i.test(rel) &&
  !/\balternate\b/i.test(rel) &&
  !fontService.test(href)

/** The text of a sheet that is used. */
function sheetIn(style: XmlElement): readonly string[] {
  const { type = '', media = '' } = style.attributes
  const isUsed = /^(?:|text\/css)$/i.test(type.trim()) && appliesToScreen(media)
  return isUsed ? [textOf(style)] : []
}

/** Browsers that run scripts, and draw graphics and formulas, display none of these. */
const undisplayedElements = new Set(
  'noscript noframes noembed desc metadata defs symbol annotation annotation-xml'.split(' '),
)

function marked(place: PlacedElement, outerLook: Look, page: PageContext): XmlElement {
  const { element } = place
  const style = page.cascade.styleOf(place)
  const look = lookAt(element, { style, outerLook, page })
  const reason = reasonOf(look)
  const places = placeChildren(place).values()
  const children = element.children.map((child): XmlNode => {
    if (isElement(child)) return marked(places.next().value!, look, page)
    return reason ? markHidden(child, reason) : child
  })
  const attributes = withMarks(element.name, shownAttributes(element, style, look), reason)
  const isSame =
    attributes === element.attributes && children.every((child, i) => child === element.children[i])
  return isSame ? element : { ...element, attributes, children }
}

type StyledElement = {
  readonly style: DeclaredStyle | undefined
  readonly outerLook: Look
  readonly page: PageContext
}

function lookAt(element: XmlElement, { style, outerLook, page }: StyledElement): Look {
  const { name, attributes } = element
  const isClosed = name === 'dialog' && !('open' in attributes) && !style?.has('display')
  const reason = outerLook.reason ?? 'layer'
  if (isClosed || undisplayedElements.has(name)) return { ...outerLook, reason }
  if (style || hasLookOfItsOwn(name, attributes))
    return lookOf(element, { style: style ?? noStyle, outer: outerLook, context: page.context })
  return outerLook.isFlexContainer ? { ...outerLook, isFlexContainer: false } : outerLook
}

/** Returns the attributes without those that would hide the element, where a rule of a sheet is stronger. */
function shownAttributes(
  { attributes }: XmlElement,
  style: DeclaredStyle | undefined,
  look: Look,
): Attributes {
  const { hidden, style: ownStyle = '', ...otherAttributes } = attributes
  const hidesByDisplay = hidden !== undefined || /display\s{0,9}:\s{0,9}none/i.test(ownStyle)
  const hidesByVisibility = /visibility\s{0,9}:\s{0,9}hidden/i.test(ownStyle)
  if ((!hidesByDisplay && !hidesByVisibility) || /mso-hide/i.test(ownStyle)) return attributes
  const isDisplayed = !hidesByDisplay || (style?.get('display') ?? 'none') !== 'none'
  return isDisplayed && !(hidesByVisibility && look.isInvisible) ? otherAttributes : attributes
}

/** What an element says in attributes is as hidden as its text; a picture is shown in place of its `alt`. */
function withMarks(
  name: string,
  attributes: Attributes,
  reason: HiddenReason | undefined,
): Attributes {
  const { alt, value, src, srcset } = attributes
  if (name === 'img' && alt) {
    const ownReason = reason ?? (src || srcset ? 'description' : undefined)
    return ownReason ? { ...attributes, alt: markHidden(alt, ownReason) } : attributes
  }
  const isMarked = name === 'input' && value && reason
  return isMarked ? { ...attributes, value: markHidden(value, reason) } : attributes
}
