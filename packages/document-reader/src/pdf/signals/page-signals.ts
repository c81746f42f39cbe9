import type { Box, Word } from '@recto/document-text/model'
import type { LetterCount } from '../glyphs/read-glyphs.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import { boundsOf, objectKinds, type PageObject, walkPageObjects } from '../pdfium/page-objects.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { showsInk } from './page-ink.ts'

export type PageSignals = {
  /** Characters that the file spells on the page, spaces excluded. */
  readonly letters: number
  /** Share of letters whose character is unknown or implausible. */
  readonly gibberish: number
  /** Share of the page that pictures cover where no words are. */
  readonly pictureArea: number
  /** The page shows something that a person may read, in letters or not. */
  readonly hasInk: boolean
}

type SignalPage = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
  readonly words: readonly Word[]
  readonly count: LetterCount
}

/** Cells in each direction; about three text lines high on a letter page. */
const gridSize = 32
/** Dots per inch. Below it a picture is a colour or a gradient, not a scan. */
const minScanDensity = 36
/** Text render mode of ISO 32000-1, 9.3.6, in which programs add what they recognised on a picture. */
const invisible = 3
/** Of a picture's area: hidden text that covers less is a mark, not what stands on the picture. */
const readShare = 0.005
/** Of the page: pictures that cover less, such as a logo, are not looked at any closer. */
const minPictureShare = 0.1

/** Cheap on pages without pictures: one look at the kind of every object. */
export function measurePage(given: SignalPage): PageSignals {
  const { count, words } = given
  // Letters beside the page are none of it.
  const letters = words.length === 0 ? 0 : count.letters
  return {
    letters,
    gibberish: letters === 0 ? 0 : gibberishShare(count, words),
    pictureArea: pictureArea(given),
    hasInk: letters > 0 || showsInk(given.pdfium, given.page),
  }
}

/**
 * Codes that no table explains are often the letters themselves, and then make words like any other text;
 * otherwise they are numbers of shapes.
 */
function gibberishShare({ letters, unknown, unmapped }: LetterCount, words: readonly Word[]) {
  const isGuess = unmapped > minUnmappedShare * letters && plausibleShare(words) < minPlausibleShare
  return Math.max((unknown + (isGuess ? unmapped : 0)) / letters, implausibleShare(words))
}

const minUnmappedShare = 0.1
const minPlausibleShare = 0.6
/** Of a word without the signs around it; nothing is left of a number. */
const likeAWord = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]*|\p{Lu}+)$/u
const signsAround = /^\P{L}+|(?<!\P{L})\P{L}+$/gu
const letterOrDigit = /[\p{L}\d]/u

function plausibleShare(words: readonly Word[]): number {
  const tried = words.filter(({ text }) => letterOrDigit.test(text))
  const plausible = tried.filter(
    ({ text }) => likeAWord.test(text.replace(signsAround, '')) && !isImplausible(text),
  )
  return tried.length === 0 ? 1 : plausible.length / tried.length
}

/** Words without a vowel, or of letters of two alphabets, are rare in every language. */
const vowel = /[aeiouyæœøıəɛɔ]/
const latinWord = /^\p{Script=Latin}{4,}$/u
const longWord = /^\p{L}[\p{L}\p{M}]{3,}$/u
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]
const minWords = 20
const minImplausibleShare = 0.35

/**
 * A font whose table of characters is shifted spells known letters in implausible words. The share of such
 * words among the longer ones; 0 where it is small or where there are too few words to tell.
 */
function implausibleShare(words: readonly Word[]): number {
  const tried = new Set<string>()
  let implausible = 0
  for (const { text } of words) {
    if (tried.has(text) || !longWord.test(text)) continue
    tried.add(text)
    if (isImplausible(text)) implausible++
  }
  if (tried.size < minWords || implausible < minImplausibleShare * tried.size) return 0
  return implausible / tried.size
}

function isImplausible(word: string): boolean {
  if (latinWord.test(word)) return !vowel.test(word.normalize('NFD').toLowerCase())
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1
}

function pictureArea(given: SignalPage): number {
  const boxes = unreadPictures(given)
  if (boxes.length === 0) return 0
  const { frame, words } = given
  const grid = new Uint8Array(gridSize * gridSize)
  const { width, height } = displaySize(frame)
  const fill = (box: Box, value: number) => fillCells(grid, box, { value, width, height })
  for (const box of boxes) fill(box, 1)
  for (const { box } of words) fill(box, 0)
  return grid.reduce((sum, cell) => sum + cell, 0) / grid.length
}

function fillCells(
  grid: Uint8Array,
  [x0, y0, x1, y1]: Box,
  { value, width, height }: { value: number; width: number; height: number },
): void {
  const cell = (at: number, size: number) =>
    Math.max(0, Math.min(gridSize, Math.round((at / size) * gridSize)))
  const [left, right] = [cell(x0, width), cell(x1, width)]
  const [top, bottom] = [cell(y0, height), cell(y1, height)]
  // A word, thinner than a cell, clears the cell that it is in.
  const [reach, drop] = value === 0 ? [1, 1] : [0, 0]
  for (let row = Math.max(0, top - drop); row < Math.min(gridSize, bottom + drop); row++)
    grid.fill(
      value,
      row * gridSize + Math.max(0, left - reach),
      row * gridSize + Math.min(gridSize, right + reach),
    )
}

/**
 * The pictures that may carry words which the file does not spell, as displayed. A picture under invisible
 * text, or over text that it hides, was read by the program that made the file.
 */
function unreadPictures(given: SignalPage): Box[] {
  const { pdfium, page, scratch, frame } = given
  const texts: PageObject[] = []
  const pictures: Picture[] = []
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    if (object.kind === objectKinds.text) texts.push(object)
    if (object.kind !== objectKinds.image) continue
    const box = boundsOf(pdfium, object, scratch)
    if (box && isFineEnough(given, object, box))
      pictures.push({ box, textsBefore: texts.length, handle: object.handle })
  }
  const { width, height } = displaySize(frame)
  const covered = pictures.reduce((sum, { box }) => sum + areaOf(box), 0)
  if (covered < minPictureShare * width * height) return []
  const hidden = texts.map((object) => hiddenText(given, object))
  return pictures
    .filter((picture) => hiddenArea(given, picture, hidden) < readShare * areaOf(picture.box))
    .map(({ box }) => boxToDisplay(frame, box))
}

type Picture = { readonly box: Box; readonly handle: number; readonly textsBefore: number }
type HiddenText = { readonly box: Box; readonly isUnseen: boolean }

function hiddenText({ pdfium, scratch }: SignalPage, object: PageObject): HiddenText {
  const box = boundsOf(pdfium, object, scratch) ?? [0, 0, 0, 0]
  return { box, isUnseen: pdfium.FPDFTextObj_GetTextRenderMode(object.handle) === invisible }
}

function hiddenArea(
  { pdfium }: SignalPage,
  { handle, box, textsBefore }: Picture,
  texts: readonly HiddenText[],
): number {
  const isOpaque = pdfium.FPDFPageObj_HasTransparency(handle) === 0
  return texts
    .filter(({ isUnseen }, place) => isUnseen || (isOpaque && place < textsBefore))
    .filter((text) => isInside(text.box, box))
    .reduce((sum, text) => sum + areaOf(text.box), 0)
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}

function isInside([x0, y0, x1, y1]: Box, outer: Box): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}

function isFineEnough({ pdfium, scratch }: SignalPage, { handle }: PageObject, box: Box): boolean {
  const p = scratch.pointer
  if (pdfium.FPDFImageObj_GetImagePixelSize(handle, p, p + 4) !== 1) return false
  const [width = 0, height = 0] = new Uint32Array(pdfium.memory.buffer, p, 2)
  return width * height >= (minScanDensity / 72) ** 2 * areaOf(box)
}
