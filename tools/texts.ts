/**
 * `npm run texts`: counts the texts that people read, and those that the specification fixes word for word.
 *
 *   --json FILE            writes every text as a line of JSON: path, line, kind, text, isFixed
 *   --sample N [--seed S]  prints N random texts without their paths, for a blind review
 *   --ledger DIRECTORY     reads the specification there, instead of tools/texts/ledger-texts.json
 *   --write-ledger-texts   writes that file from the ledger
 *   --missing              lists the quoted texts that the code lacks, by row
 *   --root DIRECTORY       reads another working copy
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { ShownText } from './texts/find-texts.ts'
import { createFixedTest, type LedgerTexts, quoteTexts, readLedger } from './texts/ledger.ts'
import { findMissingTexts } from './texts/missing-ledger-texts.ts'
import { readProduct, readTexts } from './texts/read-texts.ts'
import { sampleTexts } from './texts/sample-texts.ts'

const ledgerFile = 'tools/texts/ledger-texts.json'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    ledger: { type: 'string' },
    'write-ledger-texts': { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    root: { type: 'string', default: '.' },
  },
})

const ledgerTexts: LedgerTexts = values.ledger
  ? quoteTexts(readLedger(values.ledger))
  : JSON.parse(readFileSync(ledgerFile, 'utf8'))
const isFixed = createFixedTest(ledgerTexts)
const texts = readTexts(values.root).map((text) => ({ ...text, isFixed: isFixed(text.text) }))

if (values['write-ledger-texts']) {
  writeFileSync(ledgerFile, `${JSON.stringify(ledgerTexts, null, 2)}\n`)
}
if (values.json) {
  writeFileSync(values.json, texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
}
if (values.missing) printMissingTexts()
else if (values.sample === undefined) printCounts(texts)
else printSample(texts, values.sample)

function printMissingTexts(): void {
  for (const { row, text } of findMissingTexts(ledgerTexts, readProduct(values.root))) {
    console.log(`${row} ${text}`)
  }
}

function printCounts(all: readonly (ShownText & { readonly isFixed: boolean })[]): void {
  for (const [kind, ofKind] of Map.groupBy(all, (text) => text.kind)) {
    const fixedCount = ofKind.filter((text) => text.isFixed).length
    console.log(`${kind.padEnd(10)} ${String(ofKind.length).padStart(5)}, ${fixedCount} fixed`)
  }
  const fixedCount = all.filter((text) => text.isFixed).length
  console.log(`${'total'.padEnd(10)} ${String(all.length).padStart(5)}, ${fixedCount} fixed`)
}

function printSample(all: readonly ShownText[], wantedCount: string): void {
  const count = Number(wantedCount)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
    console.error('--sample and --seed take a whole number.')
    process.exitCode = 2
    return
  }
  console.log(`seed ${seed}`)
  const chosenTexts = sampleTexts(
    all.map(({ text }) => text),
    count,
    seed,
  )
  for (const text of chosenTexts) console.log(text)
}
