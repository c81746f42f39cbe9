import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFile } from '../language/parsed-file.ts'
import { readRequirements } from '../requirements/read-requirements.ts'
import { createFixedTest, type LedgerTexts, parseLedger, quoteTexts, readLedger } from './ledger.ts'
import { matchesText } from './match-text.ts'
import { findMissingTexts } from './missing-ledger-texts.ts'
import { readProduct } from './read-texts.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const rows = parseLedger(`id\tkind\trequirement\tverify\tsource
XX-001\tmessage\tAn empty key shows "Enter a key" and "{field}".\tbrowser\t1
XX-002\tcall\tGET keys/ answers "Key #1".\tapi\t1
XX-003\tmessage\tA saved key shows "Successfully added/updated key".\tbrowser\t1
XX-004\trule\tAn id has "pcs|", a title begins with "Re-" and has "Run {n}".\tunit\t1
XX-005\topen\tWhether it says "Saved" is not shown.\tbrowser\t1
`)

test('quotes are texts to show, but not placeholders, names of the wire, prefixes or open questions', () => {
  expect(quoteTexts(rows)).toEqual({
    'XX-001': ['Enter a key'],
    'XX-003': ['Successfully added/updated key'],
    'XX-004': ['Run {n}'],
  })
})

test('a text is fixed if a row quotes it word for word, or one of its alternatives', () => {
  const isFixed = createFixedTest(quoteTexts(rows))
  expect(['Enter a key', 'Successfully updated key', 'Run …', 'Run 3'].map(isFixed)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['Enter a key.', 'Successfully made key', 'Saved', '…'].map(isFixed)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['{file} is already uploaded.', '… is already uploaded.', true],
  ['Workflow deleted successfully', '… deleted successfully', true],
  ['Deployed as an ...', 'Deployed as an API', true],
  ['You’re subscribed', "You're  subscribed", true],
  ['Pages of {name}', '… of …', false],
  ['Delete workflow', 'Delete the workflow', false],
])('%s and %s', (quote, text, isExpected) => {
  expect(matchesText(quote, text)).toBe(isExpected)
})

test('a quoted text is missing if no string, template or JSX has it', () => {
  const file = parseFile(
    'apps/web/src/a.tsx',
    `const a = <p>\n  Enter a\n  key: it is needed\n</p>\nconst b = \`Successfully \${isNew ? 'added' : 'updated'} key\``,
  )
  const texts = {
    'XX-001': ['Enter a key', 'Enter a ke'],
    'XX-003': ['Successfully added/updated key'],
  }
  expect(findMissingTexts(texts, [file])).toEqual([{ row: 'XX-001', text: 'Enter a ke' }])
})

test('the stored quotes are those of the ledger', () => {
  expect(read('tools/texts/ledger-texts.json')).toEqual(quoteTexts(readLedger('docs/requirements')))
})

test('the product has every text that the specification quotes, except in rows that say why not', () => {
  const ledgerTexts: LedgerTexts = read('tools/texts/ledger-texts.json')
  const absentRows = Object.keys(read('tools/texts/absent-texts.json'))
  const missingTexts = findMissingTexts(ledgerTexts, readProduct('.'))
  const rowsNotHeld = [...absentRows, ...readRequirements('.').notHeld.flatMap(({ rows }) => rows)]

  expect(missingTexts.filter(({ row }) => !rowsNotHeld.includes(row))).toEqual([])
  const missingRows = missingTexts.map(({ row }) => row)
  expect(absentRows.filter((row) => !missingRows.includes(row))).toEqual([])
})
