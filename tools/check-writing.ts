/**
 * A part of `npm run check`: documents and the texts of the product use none of the phrases of tools/texts/words.json,
 * or fewer than it allows. Texts that the specification fixes word for word are exempt.
 *
 *   --counts     prints the count of each kind, to lower the limits in words.json
 *   --list KIND  lists the phrases of one kind
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { PhraseKind } from './texts/find-phrases.ts'
import {
  describeProblem,
  judgeWriting,
  lintDocuments,
  lintTexts,
  readDocuments,
  type WritingProblems,
} from './texts/judge-writing.ts'
import { createFixedTest } from './texts/ledger.ts'
import { readTexts } from './texts/read-texts.ts'

const { values } = parseArgs({
  options: { counts: { type: 'boolean', default: false }, list: { type: 'string' } },
})
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const kinds: readonly PhraseKind[] = read('tools/texts/words.json')
const isFixed = createFixedTest(read('tools/texts/ledger-texts.json'))
const problems: WritingProblems = {
  documents: await lintDocuments(readDocuments('.'), kinds),
  texts: await lintTexts(readTexts('.'), kinds, isFixed),
}

if (values.list !== undefined) printKind(values.list)
else if (values.counts) printCounts()
else {
  const complaints = judgeWriting(problems, kinds)
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

function printCounts(): void {
  for (const { name, max } of kinds) {
    const count = (place: keyof WritingProblems) =>
      `${problems[place].filter(({ kind }) => kind === name).length} of ${max[place]} in ${place}`
    console.log(`${name.padEnd(14)} ${count('documents')}, ${count('texts')}`)
  }
}

function printKind(name: string): void {
  for (const problem of [...problems.documents, ...problems.texts]) {
    if (problem.kind === name) console.log(describeProblem(problem))
  }
}
