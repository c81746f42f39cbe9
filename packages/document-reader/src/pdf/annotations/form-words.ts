import type { Box } from '@recto/document-text/model'
import { hasRightToLeft } from '@recto/document-text/text-direction'
import { joinWords, type PlacedWord } from '../../words/group-words.ts'
import { boxToDisplay } from '../pdfium/page-frame.ts'
import { readString } from '../pdfium/read-string.ts'
import type { AnnotatedPage } from './annotated-page.ts'
import { readAppearanceWords } from './appearance-words.ts'
import { setText } from './set-text.ts'

/** PDFium's numbers for the kinds of fields, and flags of ISO 32000-1, 12.7.4. */
export const checkBox = 2
export const radioButton = 3
const comboBox = 4
const listBox = 5
const textField = 6
const multiline = 1 << 12
const password = 1 << 13
/** The field has one cell for each letter. */
const comb = 1 << 24

/** Distance of the base line below the middle of the box, as a share of the letter size. */
const baseLineBelowMiddle = 0.3
const maxLetterSize = 12

/**
 * Returns what a form field shows: what its appearance draws, or its value when it draws nothing;
 * `[X]` or `[ ]` for a check box or a radio button. PDFium redraws the fields of a form that
 * requests it.
 */
export function readFieldWords(annotatedPage: AnnotatedPage, annotation: number): PlacedWord[] {
  const { pdfium, form, frame, scratch } = annotatedPage
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const hasValue = kind === textField || kind === comboBox || kind === listBox
  const isMark = kind === checkBox || kind === radioButton
  // Buttons, signatures and anything that is not a field.
  if (!hasValue && !isMark) return readAppearanceWords(annotatedPage, annotation, 'form')
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left, top, right, bottom] = scratch.floats()
  const box = boxToDisplay(frame, [left!, bottom!, right!, top!])
  if (isMark) return checkboxWords(box, pdfium.FPDFAnnot_IsChecked(form, annotation) === 1)

  return readValueWords(annotatedPage, annotation, { kind, box })
}

function readValueWords(
  annotatedPage: AnnotatedPage,
  annotation: number,
  { kind, box }: { readonly kind: number; readonly box: Box },
): PlacedWord[] {
  const flags = annotatedPage.pdfium.FPDFAnnot_GetFormFieldFlags(annotatedPage.form, annotation)
  const hasFlag = (flag: number) => kind === textField && (flags & flag) !== 0
  if (hasFlag(password)) return []
  const text = readFieldValue(annotatedPage, annotation)
  const appearance = readAppearanceWords(annotatedPage, annotation, 'form')
  const drawnLetters = normalizeLetters(appearance.map(({ word }) => word.text).join(''))
  const isTurned = hasRightToLeft(text) && sorted(drawnLetters) === sorted(normalizeLetters(text))
  if (drawnLetters === normalizeLetters(text))
    return hasFlag(comb) ? joinCells(appearance, text) : appearance
  // PDFium draws the fields of a form that requests it, and Hebrew from the left.
  if (!isTurned && (drawnLetters !== '' || text.trim() === '')) return appearance
  const size = readFontSize(annotatedPage, annotation)
  return setText({ text, box, size, isMultiline: hasFlag(multiline), origin: 'form' })
}

/** Letters in cells are as far apart as words, so the value itself decides where words end. */
function joinCells(appearance: readonly PlacedWord[], value: string): PlacedWord[] {
  const cells = [...appearance]
  return value
    .trim()
    .split(/\s+/)
    .flatMap((piece) => {
      let word = cells.shift()
      while (word && normalizeLetters(word.word.text).length < normalizeLetters(piece).length) {
        const nextCell = cells.shift()
        if (!nextCell) break
        word = joinWords(word, nextCell)
      }
      return word ?? []
    })
}

function normalizeLetters(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '')
}

function sorted(letters: string): string {
  return [...letters].sort().join('')
}

function checkboxWords(box: Box, isChecked: boolean): PlacedWord[] {
  const [x0, y0, x1, y1] = box
  if (x1 - x0 < 1 || y1 - y0 < 1) return []
  const size = Math.min(y1 - y0, maxLetterSize)
  return [
    {
      word: {
        text: isChecked ? '[X]' : '[ ]',
        box,
        confidence: 1,
        origin: 'form',
        isCheckbox: true,
      },
      angle: 0,
      alongStart: x0,
      alongEnd: x1,
      baseLine: (y0 + y1) / 2 + baseLineBelowMiddle * size,
      size,
      endsHard: true,
    },
  ]
}

/** Returns 0 when the field leaves the size to the viewer. */
function readFontSize({ pdfium, form, scratch }: AnnotatedPage, annotation: number): number {
  const isStated = pdfium.FPDFAnnot_GetFontSize(form, annotation, scratch.pointer) === 1
  return isStated ? scratch.floats()[0]! : 0
}

/** Returns the value of a text or choice field; an empty text for a password. */
export function readFieldValue(annotatedPage: AnnotatedPage, annotation: number): string {
  const { pdfium, form } = annotatedPage
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation)
  if (kind === textField && (flags & password) !== 0) return ''
  if (kind === textField)
    return readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
  if (kind !== comboBox && kind !== listBox) return ''
  const selectedLabels = readSelectedLabels(annotatedPage, annotation)
  if (selectedLabels !== '' || kind === listBox) return selectedLabels
  // A combo box may hold a text that is not one of its options.
  return readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
}

/** A choice field shows labels, which may differ from the values that it stores. */
function readSelectedLabels(annotatedPage: AnnotatedPage, annotation: number): string {
  const { pdfium, form } = annotatedPage
  const labels: string[] = []
  const count = pdfium.FPDFAnnot_GetOptionCount(form, annotation)
  for (let option = 0; option < count; option++)
    if (pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option) === 1)
      labels.push(readString(pdfium, pdfium.FPDFAnnot_GetOptionLabel, [form, annotation, option]))
  return labels.join(' ')
}
