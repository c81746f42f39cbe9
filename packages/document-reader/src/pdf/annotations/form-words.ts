import type { Box } from '@recto/document-text/model'
import { joinWords, type PlacedWord } from '../../words/group-words.ts'
import { boxToDisplay } from '../pdfium/page-frame.ts'
import { readString } from '../pdfium/read-string.ts'
import type { AnnotatedPage } from './annotated-page.ts'
import { appearanceWords } from './appearance-words.ts'
import { setText } from './set-text.ts'

/** PDFium's numbers for the kinds of fields, and flags of ISO 32000-1, 12.7.4. */
export const checkBox = 2
export const radioButton = 3
const comboBox = 4
const listBox = 5
const textField = 6
const multiline = 1 << 12
const password = 1 << 13
/** A cell for each letter. */
const comb = 1 << 24

/** Shares of the letter size. */
const baseLineBelowMiddle = 0.3
const maxLetterSize = 12

/**
 * What a field of a form shows: what its appearance draws, or its value where it draws nothing; `[X]` and `[ ]` for a
 * check box or a radio button. PDFium draws the fields of a form anew that asks for it.
 */
export function wordsOfField(given: AnnotatedPage, annotation: number): PlacedWord[] {
  const { pdfium, form, frame, scratch } = given
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const hasValue = kind === textField || kind === comboBox || kind === listBox
  const isMark = kind === checkBox || kind === radioButton
  // Buttons, signatures and whatever is no field at all.
  if (!hasValue && !isMark) return appearanceWords(given, annotation, 'form')
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left, top, right, bottom] = scratch.floats()
  const box = boxToDisplay(frame, [left!, bottom!, right!, top!])
  if (isMark) return mark(box, pdfium.FPDFAnnot_IsChecked(form, annotation) === 1)

  return wordsOfValue(given, annotation, { kind, box })
}

function wordsOfValue(
  given: AnnotatedPage,
  annotation: number,
  { kind, box }: { readonly kind: number; readonly box: Box },
): PlacedWord[] {
  const flags = given.pdfium.FPDFAnnot_GetFormFieldFlags(given.form, annotation)
  const has = (flag: number) => kind === textField && (flags & flag) !== 0
  if (has(password)) return []
  const text = valueOfField(given, annotation)
  const shown = appearanceWords(given, annotation, 'form')
  const drawn = lettersOf(shown.map(({ word }) => word.text).join(''))
  if (drawn === lettersOf(text)) return has(comb) ? joinCells(shown, text) : shown
  if (drawn !== '' || text.trim() === '') return shown
  const size = fontSize(given, annotation)
  return setText({ text, box, size, isMultiline: has(multiline), origin: 'form' })
}

/** Letters in cells stand as far apart as words, so the value itself tells its words. */
function joinCells(shown: readonly PlacedWord[], value: string): PlacedWord[] {
  const cells = [...shown]
  return value
    .trim()
    .split(/\s+/)
    .flatMap((piece) => {
      let word = cells.shift()
      while (word && lettersOf(word.word.text).length < lettersOf(piece).length) {
        const next = cells.shift()
        if (!next) break
        word = joinWords(word, next)
      }
      return word ?? []
    })
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '')
}

function mark(box: Box, isChecked: boolean): PlacedWord[] {
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
      across: (y0 + y1) / 2 + baseLineBelowMiddle * size,
      size,
      endsHard: true,
    },
  ]
}

/** 0 when the field leaves the size to the program that shows it. */
function fontSize({ pdfium, form, scratch }: AnnotatedPage, annotation: number): number {
  const isKnown = pdfium.FPDFAnnot_GetFontSize(form, annotation, scratch.pointer) === 1
  return isKnown ? scratch.floats()[0]! : 0
}

/** What a field that is written in or chosen from holds; nothing of a password. */
export function valueOfField(given: AnnotatedPage, annotation: number): string {
  const { pdfium, form } = given
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation)
  if (kind === textField && (flags & password) !== 0) return ''
  if (kind === textField)
    return readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
  if (kind !== comboBox && kind !== listBox) return ''
  const chosen = chosenLabels(given, annotation)
  if (chosen !== '' || kind === listBox) return chosen
  // A combo box may hold a text that is none of its options.
  return readString(pdfium, pdfium.FPDFAnnot_GetFormFieldValue, [form, annotation])
}

/** What a choice shows is its label, which may differ from the value that it stores. */
function chosenLabels(given: AnnotatedPage, annotation: number): string {
  const { pdfium, form } = given
  const labels: string[] = []
  const count = pdfium.FPDFAnnot_GetOptionCount(form, annotation)
  for (let option = 0; option < count; option++)
    if (pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option) === 1)
      labels.push(readString(pdfium, pdfium.FPDFAnnot_GetOptionLabel, [form, annotation, option]))
  return labels.join(' ')
}
