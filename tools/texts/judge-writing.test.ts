import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PhraseKind } from './find-phrases.ts'
import type { ShownText } from './find-texts.ts'
import { judgeWriting, lintDocuments, lintTexts, readDocuments } from './judge-writing.ts'

const kinds: readonly PhraseKind[] = JSON.parse(readFileSync('tools/texts/words.json', 'utf8'))

const lint = async (content: string) => {
  const problems = await lintDocuments([{ path: 'docs/a.md', content }], kinds)
  return problems.map(({ line, kind, phrase }) => `${line} ${kind}: ${phrase}`)
}

test.each([
  ['a line break in a phrase', 'It runs all\nthe same.', ['1 all-the-same: all the same']],
  ['a heading', '# What leaves the house\n', ['1 house: the house']],
  ['a table', '| a | b |\n|---|---|\n| x | it starts anew |\n', ['3 old-words: anew']],
  ['a list, and a capital letter', '- one\n- Whoever has it\n', ['2 whoever: whoever']],
  ['a link', '[It is told of it](x.md)', ['1 told: is told', '1 told: told of']],
  ['a thing that is no thing', 'It is no file.', ['1 is-no: is no']],
])('a document with %s breaks a rule', async (_, content, expected) => {
  expect(await lint(content)).toEqual(expected)
})

test.each([
  ['code', 'Call `whoever`.\n\n```\nall the same\n```\n'],
  ['good English', 'There is no file. It is no longer here. This stands for a value.'],
  ['a part of a word', 'The workflow is renewed, and the flooring is new.'],
  ['words of two sentences', 'It takes. Back it went.'],
])('%s breaks no rule', async (_, content) => {
  expect(await lint(content)).toEqual([])
})

const createText = (line: number, text: string): ShownText => ({
  path: 'a.tsx',
  line,
  kind: 'jsx',
  text,
})

test('a text of the product is named by its place, and exempt if it is fixed', async () => {
  const texts = [
    createText(3, 'Saved'),
    createText(7, 'Whoever has it'),
    createText(9, 'It starts anew'),
  ]
  const problems = await lintTexts(texts, kinds, (text) => text === 'It starts anew')
  expect(problems).toEqual([{ path: 'a.tsx', line: 7, kind: 'whoever', phrase: 'whoever' }])
})

test('a kind may occur as often as its limit allows, and no more', () => {
  const kind = { name: 'beside', advice: 'Write next to.', phrases: ['beside'] }
  const problem = { path: 'README.md', line: 2, kind: 'beside', phrase: 'beside' }
  const problems = { documents: [problem, problem], texts: [] }
  expect(judgeWriting(problems, [{ ...kind, max: { documents: 2, texts: 0 } }])).toEqual([])
  const [complaint] = judgeWriting(problems, [{ ...kind, max: { documents: 1, texts: 0 } }])
  expect(complaint).toContain('beside: 2 phrases in documents, and at most 1 may stay.')
  expect(complaint).toContain('README.md:2 beside')
})

test('the pages of the repository are read, but for the ledger and the page that quotes the phrases', () => {
  const paths = readDocuments('.').map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['README.md', 'GLOSSARY.md', 'docs/security.md']))
  expect(paths).not.toContain('docs/writing.md')
  expect(paths.some((path) => path.startsWith('docs/requirements/'))).toBe(false)
})
