import { expect, test } from 'vitest'
import { parseLedger } from '../texts/ledger.ts'
import { judgeRequirements } from './judge-requirements.ts'
import { idsInTitles, readRequirements } from './read-requirements.ts'
import { renderRequirements } from './render-page.ts'

const rows = parseLedger(`id\tkind\trequirement\tverify\tsource
XX-001\tmessage\tAn empty key shows "Enter a key".\tbrowser\t1§2
XX-002\topen\tWhether it says "Saved" is not shown.\tapi\t1§3,3§4.1
XX-003\trule\tA key has 16 characters.\tunit\t3§1
`)
const areas = [{ file: 'keys.tsv', rows }]
const notHeld = [{ rows: ['XX-003'], reason: 'Keys have 32 characters.' }]

test('rows are read from the brackets of a title, also several of them', () => {
  const content = `test('[XX-001, XX-002] a key', () => {})\nconst list = ['XX-003']`
  expect(idsInTitles(content)).toEqual(['XX-001', 'XX-002'])
})

test('a ledger whose rows are tested or explained has no complaints', () => {
  const testedIds = new Set(['XX-001', 'XX-002'])
  expect(judgeRequirements({ areas, notHeld, testedIds })).toEqual([])
})

test('a row without test and reason, and a name without a row, are complaints', () => {
  const testedIds = new Set(['XX-001', 'XX-009'])
  const wrongReasons = [...notHeld, { rows: ['XX-008'], reason: 'It is gone.' }]
  expect(judgeRequirements({ areas, notHeld: wrongReasons, testedIds })).toEqual([
    'No test names XX-002. Name it in the title of its test, or say in docs/requirements/not-held.json why it is not held.',
    'A test names XX-009, which the ledger does not contain.',
    'not-held.json names XX-008, which the ledger does not contain.',
  ])
})

test('the page counts rows by file, by specification and by kind, and lists what is not held', () => {
  const testedIds = new Set(['XX-001', 'XX-002'])
  const absentTexts = { 'XX-001': 'The text is composed.' }
  const page = renderRequirements({ areas, notHeld, absentTexts, testedIds })
  expect(page).toContain('| [keys.tsv](keys.tsv) | XX | 3 | 2 | 1 | 1 |')
  expect(page).toContain('| 1: shell, settings, deployments | 2 | 2 | 0 | 1 |')
  expect(page).toContain('subscriptions, simple studio | 2 | 1 | 1 | 1 |')
  expect(page).toContain('By kind: message 1, open 1, rule 1.')
  expect(page).toContain('- XX-003: Keys have 32 characters.')
  expect(page).toContain('- XX-001: The text is composed.')
})

test('every row of the ledger is tested, or it is said why not', () => {
  expect(judgeRequirements(readRequirements('.'))).toEqual([])
})
