/**
 * `npm run duplicates`: counts the lines that exist twice, as they are or with other names, and lowers the
 * ceilings of tools/duplicates/ceilings.json to that. `npm run duplicates -- PATH` lists the places instead, for
 * paths that contain a word. `--check` is the part of `npm run check`: it fails above a ceiling.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { countLines, type Duplicate, findDuplicates } from './duplicates/find-duplicates.ts'
import { judgeLines, type LineCounts, lowerCeilings } from './duplicates/judge-lines.ts'
import { measures } from './duplicates/measures.ts'

const ceilingsFile = 'tools/duplicates/ceilings.json'
const ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8')) as LineCounts
const [argument] = process.argv.slice(2)

const duplicatesByName = Object.entries(measures).map(
  ([name, measure]) => [name, findDuplicates('.', measure)] as const,
)
const lines = Object.fromEntries(
  duplicatesByName.map(([name, duplicates]) => [name, countLines(duplicates)]),
)

if (argument === '--check') check()
else if (argument === undefined) lower()
else list(argument)

function check(): void {
  const complaints = judgeLines(lines, ceilings)
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

function lower(): void {
  for (const [name, duplicates] of duplicatesByName) {
    console.log(
      `${name}: ${lines[name]} lines in ${duplicates.length} pairs, ceiling ${ceilings[name]}`,
    )
  }
  writeFileSync(ceilingsFile, `${JSON.stringify(lowerCeilings(lines, ceilings), null, 2)}\n`)
}

function list(word: string): void {
  const isListed = ({ places }: Duplicate) => places.some(({ file }) => file.includes(word))
  for (const [name, duplicates] of duplicatesByName) {
    for (const duplicate of duplicates.filter(isListed)) {
      const [first, second] = duplicate.places.map(({ file, line }) => `${file}:${line}`)
      console.log(`${name}, ${duplicate.lines} lines: ${first} and ${second}`)
    }
  }
}
