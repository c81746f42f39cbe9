import { childOf, elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import { markHidden } from '../../typeset/hidden-marks.ts'
import { isOn } from '../parts/office-part.ts'
import type { HiddenRuns } from './hidden-runs.ts'

/** The text of a paragraph, and the text boxes that are anchored in it. */
type Inline = { readonly text: string; readonly boxes: readonly XmlElement[] }

/** Marks a page break in the text of a paragraph. */
export const pageBreak = '\f'

type InlineContext = { readonly noteMark: NoteMark; readonly hiddenRuns: HiddenRuns }
type Growing = InlineContext & { text: string; readonly boxes: XmlElement[] }

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
const unseen = new Set([
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

type Read = (element: XmlElement, into: Growing) => void

const readers: Readonly<Record<string, Read>> = {
  t: (element, into) => append(into, textOf(element).replace(/[^\S\t]/g, ' ')),
  tab: (_, into) => append(into, '\t'),
  ptab: (_, into) => append(into, '\t'),
  br: ({ attributes }, into) => append(into, attributes.type === 'page' ? pageBreak : '\n'),
  cr: (_, into) => append(into, '\n'),
  lastRenderedPageBreak: (_, into) => append(into, pageBreak),
  noBreakHyphen: (_, into) => append(into, '-'),
  sym: ({ attributes }, into) => append(into, symbolOf(attributes.char ?? '')),
  footnoteReference: noteReference,
  endnoteReference: noteReference,
  txbxContent: (element, into) => into.boxes.push(element),
  fldChar: readFormField,
  r: (element, into) => {
    if (isOn(childOf(element, 'rPr', 'vanish'))) return
    const before = into.text
    readChildren(element, into)
    const hidden = into.hiddenRuns.reasonOf(element)
    if (hidden) into.text = before + markHidden(into.text.slice(before.length), hidden)
  },
}

/** Symbol fonts draw at private places, where only check boxes are known. */
function symbolOf(char: string): string {
  const code = Number.parseInt(char, 16)
  const isPrivate = Number.isNaN(code) || code < 0x20 || (code >= 0xd800 && code <= 0xf8ff)
  if (!isPrivate && code <= 0xffff) return String.fromCodePoint(code)
  return checkboxSigns[char.toUpperCase()] ?? '•'
}

export function readInline(paragraph: XmlElement, context: InlineContext): Inline {
  const into: Growing = { ...context, text: '', boxes: [] }
  readChildren(paragraph, into)
  return into
}

function readChildren(element: XmlElement, into: Growing): void {
  for (const child of elementsOf(element)) {
    if (unseen.has(child.name)) continue
    const read = readers[child.name]
    if (read) read(child, into)
    else readChildren(child, into)
  }
}

function append(into: Growing, text: string): void {
  into.text += text
}

function noteReference({ name, attributes }: XmlElement, into: Growing): void {
  append(into, into.noteMark(name.replace('Reference', ''), attributes.id ?? ''))
}

/** The check boxes and lists of older forms keep their state beside the text. */
function readFormField(element: XmlElement, into: Growing): void {
  const box = childOf(element, 'ffData', 'checkBox')
  if (box) append(into, isOn(childOf(box, 'checked') ?? childOf(box, 'default')) ? '☒' : '☐')
  const list = childOf(element, 'ffData', 'ddList')
  if (!list) return
  const entries = elementsOf(list).filter(({ name }) => name === 'listEntry')
  append(into, entries[Number(childOf(list, 'result')?.attributes.val ?? 0)]?.attributes.val ?? '')
}
