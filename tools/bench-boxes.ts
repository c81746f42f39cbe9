/**
 * `npm run bench:boxes`: measures how check boxes and radio buttons of generated forms are found.
 *
 *   node tools/bench-boxes.ts [--half open|held-out] [--only digital|clean|scan|none]… [--dpi 150,300] [--sides 8,11]
 *     [--seeds N] [--first-seed N] [--dense] [--search] [--mode form] [--blank] [--misses] [--json FILE]
 *
 * `--dense` draws other forms, whose boxes stand close together; `--search` looks for boxes in pictures without reading them.
 * `--blank` reads each picture once more with its boxes painted over: a label that is misread there too was not harmed by its box.
 * `digital` are PDFs, `clean` their pictures, `scan` tilted pictures with grain, blur and JPEG, `none` pages without any box.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { searchBoxes } from '@recto/document-reader/testing/search-boxes'
import type { ReadMode } from '@recto/document-text/reader'
import { drawForm } from './bench-boxes/draw-form.ts'
import { drawPlainPage } from './bench-boxes/draw-plain-page.ts'
import type { KnownBox } from './bench-boxes/form-options.ts'
import { openRandom } from './bench-boxes/random.ts'
import { scanForm } from './bench-boxes/scan-form.ts'
import { type BoxScore, type FormScore, scoreForm } from './bench-boxes/score-form.ts'
import { type Tally, talliesOfKinds, tallyOf } from './bench-boxes/tally.ts'
import type { FormHalf } from './bench-boxes/wordings.ts'

const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'open' },
    only: { type: 'string', multiple: true },
    dpi: { type: 'string', default: '100,150,200,300,400' },
    sides: { type: 'string', default: '6,8,10,12,14,16' },
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    dense: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    mode: { type: 'string', default: 'form' },
    misses: { type: 'boolean', default: false },
    blank: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const numbersIn = (list: string) => list.split(',').map(Number)
const half: FormHalf = options.half === 'held-out' ? 'held-out' : 'open'
const mode = options.mode as ReadMode
const firstSeed = Number(options['first-seed'])
const seeds = Array.from({ length: Number(options.seeds) }, (_, i) => i + firstSeed)
const isDense = options.dense
const sides = numbersIn(options.sides)
const dpis = numbersIn(options.dpi)
const plainPages = 60
const isRequested = (part: string) => !options.only || options.only.includes(part)
// A machine that others use takes minutes for a page.
const reader = openReader({ ocrTimeoutSeconds: 900 })

/** A part of the measurement with the forms that were read for it. */
type MeasuredPart = {
  readonly name: string
  readonly dpi?: number
  readonly side?: number
  readonly scores: readonly FormScore[]
  /** The same pages without their boxes. */
  readonly blankScores?: readonly FormScore[]
}

async function readAndScore(
  bytes: Uint8Array,
  name: string,
  boxes: readonly KnownBox[],
): Promise<FormScore> {
  const page = options.search
    ? await searchBoxes(bytes)
    : (await reader.read(bytes, { name, mode })).pages[0]!
  const score = scoreForm(page, boxes)
  if (options.misses) listMisses(name, score)
  return score
}

function listMisses(name: string, { boxes, falseMarks }: FormScore): void {
  for (const box of boxes) if (isMiss(name, box)) console.log(`  ${name} ${box.kind}: ${box.read}`)
  if (falseMarks > 0) console.log(`  ${name}: ${falseMarks} false marks`)
}

function isMiss(name: string, { isRight, isAssigned, isLabelWhole }: BoxScore): boolean {
  if (name.startsWith('blank-')) return !isLabelWhole
  return options.search ? !isRight : !isAssigned || !isLabelWhole
}

async function measureDigital(side: number): Promise<MeasuredPart> {
  const scores: FormScore[] = []
  for (const seed of seeds) {
    const random = openRandom(seed * 100 + side)
    const { pdf, boxes } = await drawForm({ half, random, side, isDigital: true, isDense })
    scores.push(await readAndScore(pdf, `digital-${side}pt-${seed}.pdf`, boxes))
  }
  return { name: 'digital', side, scores }
}

type PictureKind = 'clean' | 'scan'

async function measurePictures(
  name: PictureKind,
  dpi: number,
  side: number,
): Promise<MeasuredPart> {
  const scores: FormScore[] = []
  const blankScores: FormScore[] = []
  for (const seed of seeds) {
    scores.push(await measurePicture({ name, dpi, side, seed, isBlank: false }))
    if (options.blank)
      blankScores.push(await measurePicture({ name, dpi, side, seed, isBlank: true }))
  }
  return { name, dpi, side, scores, blankScores }
}

type FormPicture = {
  readonly name: PictureKind
  readonly dpi: number
  readonly side: number
  readonly seed: number
  readonly isBlank: boolean
}

async function measurePicture({ name, dpi, side, seed, isBlank }: FormPicture): Promise<FormScore> {
  const isScan = name === 'scan'
  const random = openRandom(seed * 1000 + side * 10 + dpi)
  const tilt = isScan ? random.next() * 4 - 2 : 0
  const look = { half, random, side, isDigital: false, isDense, dpi, tilt, isScan, seed, isBlank }
  const { bytes, boxes } = await scanForm(look)
  const file = `${isBlank ? 'blank-' : ''}${name}-${dpi}dpi-${side}pt-${seed}.${isScan ? 'jpg' : 'png'}`
  return readAndScore(bytes, file, boxes)
}

async function measurePlainPages(): Promise<MeasuredPart> {
  const scores: FormScore[] = []
  for (let seed = 1; seed <= plainPages; seed++) {
    const { bytes, name } = await drawPlainPage(seed)
    scores.push(await readAndScore(bytes, name, []))
  }
  return { name: 'no boxes', scores }
}

async function measureAll(): Promise<readonly MeasuredPart[]> {
  const parts: MeasuredPart[] = []
  if (isRequested('digital')) for (const side of sides) parts.push(await measureDigital(side))
  const pictureKinds = (['clean', 'scan'] as const).filter(isRequested)
  const looks = pictureKinds.flatMap((name) =>
    dpis.flatMap((dpi) => sides.map((side) => ({ name, dpi, side }))),
  )
  for (const { name, dpi, side } of looks) parts.push(await measurePictures(name, dpi, side))
  if (isRequested('none')) parts.push(await measurePlainPages())
  return parts
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3))

function printRow(
  name: string,
  { count, found: foundCount, right, assigned: assignedCount, whole, falseMarks }: Tally,
): void {
  const shares = [foundCount, right, assignedCount, whole].map((part) => share(part, count))
  console.log(`| ${[name, count, ...shares, falseMarks].join(' | ')} |`)
}

/** Prints one kind of pages: all of them, by resolution, by size and by kind of box. */
function printParts(name: string, parts: readonly MeasuredPart[]): void {
  const scoresOf = (selection: readonly MeasuredPart[]) => selection.flatMap(({ scores }) => scores)
  printRow(name, tallyOf(scoresOf(parts)))
  const printGroups = (unit: string, keyOf: (part: MeasuredPart) => number | undefined) => {
    for (const [key, group] of Map.groupBy(parts, keyOf))
      if (key !== undefined) printRow(`${name}, ${key} ${unit}`, tallyOf(scoresOf(group)))
  }
  printGroups('dpi', ({ dpi }) => dpi)
  printGroups('pt', ({ side }) => side)
  for (const [kind, tally] of talliesOfKinds(scoresOf(parts))) printRow(`${name}, ${kind}`, tally)
}

/** Labels that are read right without their box and wrong with it. */
function printHarmedLabels(name: string, parts: readonly MeasuredPart[]): void {
  const labels = parts.flatMap(({ scores, blankScores = [] }) => {
    const blankLabels = blankScores.flatMap(({ boxes }) => boxes)
    const boxes = scores.flatMap((score) => score.boxes)
    return boxes.map((box, i) => ({ box, isReadWithoutBox: blankLabels[i]?.isLabelWhole ?? false }))
  })
  const legibleLabels = labels.filter(({ isReadWithoutBox }) => isReadWithoutBox)
  const harmedLabels = legibleLabels.filter(({ box }) => !box.isLabelWhole)
  console.log(
    `${name}: ${labels.length} labels, ${legibleLabels.length} are read right without boxes, ${harmedLabels.length} of these not with them: unharmed ${share(legibleLabels.length - harmedLabels.length, legibleLabels.length)}`,
  )
}

try {
  const parts = await measureAll()
  console.log(
    '| pages | boxes | found | state right | before their label | labels whole | false marks |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, group] of Map.groupBy(parts, (part) => part.name)) printParts(name, group)
  if (options.blank)
    for (const [name, group] of Map.groupBy(parts, (part) => part.name))
      printHarmedLabels(name, group)
  if (options.json) await writeFile(options.json, `${JSON.stringify(parts, null, 2)}\n`)
} finally {
  await reader.close()
}
