import { childOf, elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import { markHidden, markStruckText } from '../../typeset/hidden-marks.ts'
import { joinShifted, type Shift } from '../../words/shifted-text.ts'
import { isOn } from '../parts/office-part.ts'
import type { HiddenRuns } from './hidden-runs.ts'

/** The text of a paragraph, and the text boxes that are anchored in it. */
type Inline = { readonly text: string; readonly boxes: readonly XmlElement[] }

/** Marks a page break in the text of a paragraph. */
export const pageBreak = '\f'

type InlineContext = { readonly noteMark: NoteMark; readonly hiddenRuns: HiddenRuns }
type InlineBuilder = InlineContext & { text: string; readonly boxes: XmlElement[] }

/** Returns the mark of a footnote or an endnote by its kind and id. */
export type NoteMark = (kind: string, id: string) => string

const checkboxSigns: Readonly<Record<string, string>> = {
  F06F: '☐',
  F071: '☐',
  F0A8: '☐',
  F052: '☑',
  F053: '☒',
  F0FD: '☒',
  F0FE: '☑',
}

/** Deleted text, field codes and what is drawn for older programs only. */
const ignoredElements = new Set([
  'pPr',
  'rPr',
  'del',
  'moveFrom',
  'delText',
  'instrText',
  'delInstrText',
  'Fallback',
  'sdtPr',
  'rt',
])

const shifts: Readonly<Record<string, Shift>> = { superscript: 'raised', subscript: 'lowered' }

type Read = (element: XmlElement, target: InlineBuilder) => void

const readers: Readonly<Record<string, Read>> = {
  t: (element, target) => append(target, textOf(element).replace(/[^\S\t]/g, ' ')),
  tab: (_, target) => append(target, '\t'),
  ptab: (_, target) => append(target, '\t'),
  br: ({ attributes }, target) => append(target, attributes.type === 'page' ? pageBreak : '\n'),
  cr: (_, target) => append(target, '\n'),
  lastRenderedPageBreak: (_, target) => append(target, pageBreak),
  noBreakHyphen: (_, target) => append(target, '-'),
  sym: ({ attributes }, target) => append(target, symbolOf(attributes.char ?? '')),
  footnoteReference: noteReference,
  endnoteReference: noteReference,
  txbxContent: (element, target) => target.boxes.push(element),
  fldChar: readFormField,
  r: (element, target) => {
    if (isOn(childOf(element, 'rPr', 'vanish'))) return
    const previousText = target.text
    readChildren(element, target)
    const text = target.text.slice(previousText.length)
    const hidden = target.hiddenRuns.reasonOf(element)
    const shift = shifts[childOf(element, 'rPr', 'vertAlign')?.attributes.val ?? '']
    if (hidden) target.text = previousText + markHidden(text, hidden)
    else if (isStruck(element)) target.text = previousText + markStruckText(text)
    else if (shift) target.text = joinShifted(previousText, text, shift)
  },
}

const isStruck = (run: XmlElement): boolean =>
  isOn(childOf(run, 'rPr', 'strike')) || isOn(childOf(run, 'rPr', 'dstrike'))

/** Symbol fonts draw at private places, where only check boxes are known. */
function symbolOf(char: string): string {
  const code = Number.parseInt(char, 16)
  const isPrivate = Number.isNaN(code) || code < 0x20 || (code >= 0xd800 && code <= 0xf8ff)
  if (!isPrivate && code <= 0xffff) return String.fromCodePoint(code)
  return checkboxSigns[char.toUpperCase()] ?? '•'
}

export function readInline(paragraph: XmlElement, context: InlineContext): Inline {
  const target: InlineBuilder = { ...context, text: '', boxes: [] }
  readChildren(paragraph, target)
  return target
}

function readChildren(element: XmlElement, target: InlineBuilder): void {
  for (const child of elementsOf(element)) {
    if (ignoredElements.has(child.name)) continue
    const read = readers[child.name]
    if (read) read(child, target)
    else readChildren(child, target)
  }
}

function append(target: InlineBuilder, text: string): void {
  target.text += text
}

function noteReference({ name, attributes }: XmlElement, target: InlineBuilder): void {
  append(target, target.noteMark(name.replace('Reference', ''), attributes.id ?? ''))
}

/** The check boxes and lists of older forms keep their state beside the text. */
function readFormField(element: XmlElement, target: InlineBuilder): void {
  const box = childOf(element, 'ffData', 'checkBox')
  if (box) append(target, isOn(childOf(box, 'checked') ?? childOf(box, 'default')) ? '☒' : '☐')
  const list = childOf(element, 'ffData', 'ddList')
  if (!list) return
  const entries = elementsOf(list).filter(({ name }) => name === 'listEntry')
  append(
    target,
    entries[Number(childOf(list, 'result')?.attributes.val ?? 0)]?.attributes.val ?? '',
  )
}
