/**
 * `npm run bench:files`: reads every file of folders, and generated files of all formats, and counts what a person gets: a text,
 * nothing with a warning, a refusal that names the kind of the file, or a fault.
 *
 *   node tools/bench-files.ts [--folder DIR]… [--generated] [--mode low_cost] [--seconds N] [--texts DIR] [--keep DIR] [--json FILE]
 *
 * Files that are equal are read once. `--texts` writes the text of each file, to be looked at; `--keep` the generated files.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import type { ReadMode } from '@recto/document-text/reader'
import { generateFiles } from './bench-files/generate-files.ts'
import {
  type FoundFile,
  type JudgedFile,
  judgeReading,
  outcomes,
  type ReadingOutcome,
} from './bench-files/judge-reading.ts'

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    generated: { type: 'boolean', default: false },
    mode: { type: 'string', default: 'low_cost' },
    seconds: { type: 'string', default: '300' },
    texts: { type: 'string' },
    keep: { type: 'string' },
    json: { type: 'string' },
  },
})
const mode = options.mode as ReadMode
const seconds = Number(options.seconds)

function filesIn(folder: string): readonly FoundFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ name: relative(folder, path), bytes: readFileSync(path) }))
}

/** Returns files whose content nobody before them has. */
function withoutCopies(files: readonly FoundFile[]): readonly FoundFile[] {
  const hashes = new Set<string>()
  return files.filter(({ bytes }) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const isNew = !hashes.has(hash)
    hashes.add(hash)
    return isNew
  })
}

/** Writes a file under its own name, without the folders that it came in. */
function writeInto(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name.replaceAll(/[\\/]/g, '__')), content)
}

async function judgeAll(files: readonly FoundFile[]): Promise<readonly JudgedFile[]> {
  // A machine that others use takes long for a picture, so the limits are wider than those of the product.
  const reader = openReader({ timeoutSeconds: seconds, ocrTimeoutSeconds: seconds })
  const judgedFiles: JudgedFile[] = []
  try {
    for (const file of files) {
      const judgedFile = await judgeReading(reader, file, mode)
      judgedFiles.push(judgedFile)
      process.stderr.write(
        `${judgedFile.outcome} ${judgedFile.seconds.toFixed(1)} s ${file.name}\n`,
      )
    }
  } finally {
    await reader.close()
  }
  return judgedFiles
}

function present(judgedFiles: readonly JudgedFile[]): string {
  const countOf = (files: readonly JudgedFile[], outcome: ReadingOutcome) =>
    files.filter((file) => file.outcome === outcome).length
  const rowOf = (format: string, files: readonly JudgedFile[]) => [
    format,
    files.length,
    ...outcomes.map((outcome) => countOf(files, outcome)),
  ]
  const formats = Map.groupBy(judgedFiles, ({ format }) => format)
  const rows = [
    ['format', 'files', ...outcomes],
    ['---', '---', ...outcomes.map(() => '---')],
    ...[...formats].toSorted().map(([format, files]) => rowOf(format, files)),
    rowOf('all', judgedFiles),
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const generatedFiles = options.generated ? await generateFiles() : []
const { keep, texts, json } = options
if (keep) for (const { name, bytes } of generatedFiles) writeInto(keep, name, bytes)
const judgedFiles = await judgeAll(
  withoutCopies([...options.folder.flatMap(filesIn), ...generatedFiles]),
)
for (const { name, outcome, text, sentences } of judgedFiles) {
  if (texts) writeInto(texts, `${name}.txt`, [...sentences, text].join('\n'))
  if (outcome !== 'text') console.log(`${outcome}: ${name}: ${sentences.join(' ')}`)
}
console.log(`\n${present(judgedFiles)}`)
if (json) writeFileSync(json, `${JSON.stringify(judgedFiles, null, 2)}\n`)
