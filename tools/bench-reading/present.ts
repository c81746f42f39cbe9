import { table } from '../bench/figures.ts'
import type { EmbeddedScores } from './embedded.ts'
import type { FileCost, HiddenScores } from './hidden.ts'
import type { HostileScores } from './hostile.ts'
import type { LongScores } from './long-document.ts'
import type { NativeScores } from './native.ts'
import type { OcrScores } from './receipts.ts'
import type { ZooCounts } from './zoo.ts'

/** Measurements; parts that were not requested are absent. */
export type Measurements = {
  native?: NativeScores
  ocr?: { readonly low_cost?: OcrScores; readonly high_quality?: OcrScores }
  bare?: Readonly<Record<string, OcrScores>>
  zoo?: ZooCounts
  hidden?: HiddenScores
  embedded?: EmbeddedScores
  long?: LongScores
  hostile?: HostileScores
  /** Peak memory of this process and its children while reading. */
  memoryMB?: number
}

type Row = readonly string[]

export function present(measurements: Measurements): string {
  const { native, zoo, long, hostile, memoryMB } = measurements
  const rows = [
    ...(native ? nativeRows(native) : []),
    ...(zoo ? zooRows(zoo) : []),
    ...(measurements.hidden ? hiddenRows(measurements.hidden) : []),
    ...(measurements.embedded ? embeddedRows(measurements.embedded) : []),
    ...(long ? longRows(long) : []),
    ...(hostile ? hostileRows(hostile) : []),
    ...(memoryMB === undefined ? [] : [['peak memory while reading', whole(memoryMB, 'MB')]]),
  ]
  const parts = [
    table(rows),
    zoo ? worstOf(zoo) : '',
    measurements.hidden?.found.join('\n') ?? '',
    ocrTable(measurements),
    hostile ? endsOf(hostile) : '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function embeddedRows(scores: EmbeddedScores): Row[] {
  const { files, withValues, addedTimes, addedUnknown, timesAlone } = scores
  const summarise = (sorted: readonly number[]) =>
    [sorted[sorted.length >> 1], sorted[Math.floor(sorted.length * 0.9)], sorted.at(-1)]
      .map((milliseconds = Number.NaN) => milliseconds.toFixed(1))
      .join(', ')
  return [
    [`files with embedded data of ${files}`, String(withValues)],
    ['ms that the search adds: file in the middle, ninth in ten, worst', summarise(addedTimes)],
    ['… when no picture is known', summarise(addedUnknown)],
    ['… in a task of its own', summarise(timesAlone)],
  ]
}

function hiddenRows({ files, pages, words, leftOut, costs }: HiddenScores): Row[] {
  const sumOf = (costs: readonly FileCost[]) => {
    const totalWithout = costs.reduce((sum, { msOff }) => sum + msOff, 0)
    const totalWith = costs.reduce((sum, { msOn }) => sum + msOn, 0)
    return `${ms(totalWithout)}, ${ms(totalWith)}: ${(totalWith / totalWithout).toFixed(2)}`
  }
  const ratios = costs.map(({ msOff, msOn }) => msOn / msOff).toSorted((a, b) => a - b)
  const quantileText = (share: number) =>
    (ratios[Math.floor(ratios.length * share)] ?? Number.NaN).toFixed(2)
  const dearest = costs.toSorted((a, b) => b.msOn - b.msOff - (a.msOn - a.msOff))
  return [
    [`words left out of ${words}, ${files} files of ${pages} pages`, String(leftOut)],
    ['without a look for hidden text, with it, processor time', sumOf(costs)],
    ['… without the file for which it costs most', sumOf(dearest.slice(1))],
    [
      '… ratio of the file in the middle, of the ninth in ten',
      `${quantileText(0.5)}, ${quantileText(0.9)}`,
    ],
    ...dearest
      .slice(0, 3)
      .map(({ name, msOff, msOn }): Row => [`… ${name}`, `${ms(msOff)}, ${ms(msOn)}`]),
  ]
}

function nativeRows(native: NativeScores): Row[] {
  const { msPerPage, pdftotextMsPerPage, warm, wordF1, charF1, sameLine } = native
  const rows: Row[] = [
    [`native PDF, ${native.files} files of ${native.pages} pages one by one`, ms(msPerPage)],
  ]
  if (pdftotextMsPerPage === null) return rows
  rows.push(['… pdftotext -layout, with its start', ms(pdftotextMsPerPage)])
  rows.push(['… ratio', (msPerPage / pdftotextMsPerPage).toFixed(2)])
  if (warm) {
    rows.push(['one long document, warm', ms(warm.msPerPage)])
    rows.push(['… pdftotext -layout, without its start', ms(warm.pdftotextMsPerPage)])
    rows.push(['… ratio', (warm.msPerPage / warm.pdftotextMsPerPage).toFixed(2)])
  }
  rows.push(['word F1 against pdftotext -layout', score(wordF1)])
  rows.push(['character F1', score(charF1)])
  rows.push(['words on the same line and in the same order', score(sameLine)])
  return rows
}

function zooRows(zoo: ZooCounts): Row[] {
  return [
    ['odd files', String(zoo.files)],
    ['… read', String(zoo.text)],
    ['… of these by OCR', String(zoo.recognised)],
    ['… a clear error', String(zoo.clearError)],
    ['… a crash', String(zoo.crash)],
    ['… a hang', String(zoo.hang)],
    ['… slowest', `${zoo.slowestSeconds.toFixed(1)} s`],
    ['… word F1 of the natively read', score(zoo.differences.wordF1)],
    ['… where both are right', score(zoo.differences.wordF1WhereBothAreRight)],
    ['… words on the same line and in the same order', score(zoo.differences.sameLine)],
    ['… words glued, split', `${zoo.differences.glued}, ${zoo.differences.split}`],
  ]
}

/** Lists the files that differ most from `pdftotext -layout`; a person has to judge which of the two is right. */
function worstOf({ differences: { worst } }: ZooCounts): string {
  if (worst.length === 0) return ''
  const rows = worst.map(({ name, wordF1, onlyTheirs, onlyOurs }) => [
    name,
    score(wordF1),
    onlyTheirs.join(' ') || '–',
    onlyOurs.join(' ') || '–',
  ])
  return table([
    ['worst of the odd files', 'word F1', 'only pdftotext', 'only the reader'],
    ...rows,
  ])
}

function longRows(long: LongScores): Row[] {
  return [
    [`${long.pages} pages, one after the other`, `${long.seconds.toFixed(1)} s`],
    ...long.memory.map(({ pages, megabytes }) => [
      `… memory when ${pages} have come`,
      whole(megabytes, 'MB'),
    ]),
    ['… from leaving in the middle to the next page', whole(long.cancelMilliseconds, 'ms')],
  ]
}

function hostileRows(hostile: HostileScores): Row[] {
  return [
    [`${hostile.files} hostile files at once, /health median`, ms(hostile.healthMedian)],
    ['… worst', ms(hostile.healthWorst)],
    ['… asked', `${hostile.healthAsked} times`],
    ['… all ended after', `${hostile.seconds.toFixed(1)} s`],
  ]
}

function endsOf({ ends }: HostileScores): string {
  return table(ends.map(({ name, end }) => [name, end]))
}

function ocrTable({ ocr, bare = {} }: Measurements): string {
  const all = { ...ocr, ...bare }
  const entries = Object.entries(all)
  if (entries.length === 0) return ''
  const titles = ['receipts', 'char recall', 'word recall', 'CER', 'total', 'date', 'company', 's']
  const numberTitles = ['numbers', 'right', 'points made up', 'points lost']
  const rows = entries.map(([name, scores]) => [
    name,
    score(scores.charRecall),
    score(scores.wordRecall),
    score(scores.cer),
    scores.totalFound.toFixed(2),
    scores.dateFound.toFixed(2),
    scores.companyFound.toFixed(2),
    scores.secondsPerImage.toFixed(2),
  ])
  const numberRows = entries.map(([name, { numbers }]) => [
    name,
    String(numbers.count),
    score(numbers.right / Math.max(1, numbers.count)),
    String(numbers.inventedPoints),
    String(numbers.lostPoints),
  ])
  return [table([titles, ...rows]), table([['receipts', ...numberTitles], ...numberRows])].join(
    '\n',
  )
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function whole(value: number, unit: string): string {
  return `${value.toFixed(0)} ${unit}`
}

function score(value: number | null): string {
  return value === null ? '–' : value.toFixed(4)
}
