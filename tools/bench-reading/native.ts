import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layoutText } from '@recto/document-text/layout/layout-text'
import type { Reader } from '@recto/document-text/reader'
import type { Sample } from './samples.ts'
import { f1, lettersOf, median, type Overlap, overlapOf, wordsOf } from './text-scores.ts'
import { scoreLinesOf } from './worst-files.ts'

export type NativeScores = {
  readonly files: number
  readonly pages: number
  /** Median time for reading and layout, one document at a time, with an open reader. */
  readonly msPerPage: number
  /** Time of the command, including its start for each document. */
  readonly pdftotextMsPerPage: number | null
  /** Times for one long document that is composed of the others, without the start of the command. */
  readonly warm: { readonly msPerPage: number; readonly pdftotextMsPerPage: number } | null
  readonly wordF1: number | null
  readonly charF1: number | null
  /** Share of the words that stand on the same line and in the same order. */
  readonly sameLine: number | null
}

const rounds = 7
const copies = 20

type Folder = { readonly path: string }

export async function measureNative(
  reader: Reader,
  samples: readonly Sample[],
): Promise<NativeScores> {
  const folder = { path: mkdtempSync(join(tmpdir(), 'recto-bench-reading-')) }
  try {
    const files = samples.map(({ name, bytes }, i) => {
      const path = join(folder.path, `${i}.pdf`)
      writeFileSync(path, bytes)
      return { name, bytes, path }
    })
    const hasCommand = hasPdftotext()
    const ourTimes: number[] = []
    const theirTimes: number[] = []
    let pages = 0
    for (let round = 0; round < rounds; round++) {
      const read = await timed(async () => {
        pages = 0
        for (const { bytes } of files) pages += await readPages(reader, bytes)
      })
      ourTimes.push(read)
      if (!hasCommand) continue
      theirTimes.push(await timed(() => files.map(({ path }) => pdftotext(path))))
    }
    return {
      files: files.length,
      pages,
      msPerPage: median(ourTimes) / pages,
      pdftotextMsPerPage: hasCommand ? median(theirTimes) / pages : null,
      warm: hasCommand ? await measureWarm(reader, files, folder) : null,
      ...(await compareText(reader, files, hasCommand)),
    }
  } finally {
    rmSync(folder.path, { recursive: true })
  }
}

type File = { readonly bytes: Uint8Array; readonly path: string }

/** Measures one long document; needs `pdfunite`, which is installed together with `pdftotext`. */
async function measureWarm(reader: Reader, files: readonly File[], folder: Folder) {
  const long = join(folder.path, 'long.pdf')
  const all = Array.from({ length: copies }, () => files.map(({ path }) => path)).flat()
  if (spawnSync('pdfunite', [...all, long]).status !== 0) return null
  const bytes = readFileSync(long)
  const pages = await readPages(reader, bytes)
  const ourTime = await medianOf(3, () => readPages(reader, bytes))
  const start = await medianOf(rounds, () => pdftotext(files[0]!.path, ['-l', '1']))
  const theirTime = await medianOf(3, () => pdftotext(long))
  return { msPerPage: ourTime / pages, pdftotextMsPerPage: (theirTime - start) / pages }
}

async function compareText(reader: Reader, files: readonly File[], hasCommand: boolean) {
  if (!hasCommand) return { wordF1: null, charF1: null, sameLine: null }
  const words: Overlap[] = []
  const letters: Overlap[] = []
  let lineWords = 0
  let keptWords = 0
  for (const { bytes, path } of files) {
    const theirText = pdftotext(path)
    const ourText = layoutText(await reader.read(bytes, { mode: 'native_text' }), {
      pageSeparator: '',
    }).text
    words.push(overlapOf(wordsOf(theirText), wordsOf(ourText)))
    letters.push(overlapOf(lettersOf(theirText), lettersOf(ourText)))
    const lines = scoreLinesOf({ pdftotextText: theirText, readerText: ourText })
    lineWords += lines.words
    keptWords += lines.keptWords
  }
  return { wordF1: f1(words), charF1: f1(letters), sameLine: keptWords / Math.max(1, lineWords) }
}

async function readPages(reader: Reader, bytes: Uint8Array): Promise<number> {
  // Other modes would read pictures by OCR, which is not measured here.
  const document = await reader.read(bytes, { mode: 'native_text' })
  layoutText(document)
  return document.pages.length
}

export function hasPdftotext(): boolean {
  return spawnSync('pdftotext', ['-v']).status === 0
}

export function pdftotext(path: string, extraArgs: readonly string[] = []): string {
  const { stdout } = spawnSync('pdftotext', ['-layout', ...extraArgs, path, '-'], {
    maxBuffer: 1_000_000_000,
    encoding: 'utf8',
  })
  return stdout
}

async function medianOf(times: number, work: () => unknown): Promise<number> {
  const milliseconds: number[] = []
  for (let i = 0; i < times; i++) milliseconds.push(await timed(work))
  return median(milliseconds)
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
