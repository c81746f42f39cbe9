import { expect, test } from 'vitest'
import { parseFile } from '../language/parsed-file.ts'
import { findTexts } from './find-texts.ts'
import { sampleTexts } from './sample-texts.ts'

const page = 'apps/web/src/features/things/ThingPage.tsx'
const useCase = 'apps/server/src/features/things/save-thing.ts'
const form = 'packages/providers/src/llm/thing.ts'

const find = (path: string, text: string) =>
  findTexts(parseFile(path, text)).map(({ kind, text: shownText }) => `${kind}: ${shownText}`)

test.each([
  ['JSX text', 'const a = <p>\n  Nothing is\n  here yet.\n</p>', ['jsx: Nothing is here yet.']],
  ['a value', 'const a = <p>{count} files of {name}</p>', ['jsx: … files of …']],
  [
    'a sentence with a link',
    'const a = <p>See <a href="/x">the page</a>.</p>',
    ['jsx: See the page.'],
  ],
  ['two links', 'const a = <p><a>One</a><a>Two</a></p>', ['jsx: One', 'jsx: Two']],
  [
    'a condition',
    `const a = <p>{isNew ? 'Add it' : 'Save it'}</p>`,
    ['jsx: Add it', 'jsx: Save it'],
  ],
  [
    'attributes',
    `const a = <Input placeholder="Enter key" aria-label={name ?? 'Key'} className="wide key" />`,
    ['attribute: Enter key', 'attribute: Key'],
  ],
  [
    'a dialog and an alert',
    `confirm({ title: 'Delete it?', okText: 'Delete' })\nalerts.success(\`\${name} saved\`)`,
    ['property: Delete it?', 'property: Delete', 'alert: … saved'],
  ],
  ['a word that is returned', `const f = (x: X) => { return x ? 'Me' : '-' }`, ['sentence: Me']],
  ['no comparison', `const f = (x: X) => x === 'Some thing' || x.includes('Some thing')`, []],
])('a page shows %s', (_, text, expected) => {
  expect(find(page, text)).toEqual(expected)
})

test.each([
  ['a refusal', `throw badRequest('Name a file.')`, ['error: Name a file.']],
  ['no code of a field', `throw invalid('name', 'Name it.', 'required')`, ['error: Name it.']],
  ['the noun of a missing row', `throw notFound('workflow')`, ['error: No such workflow.']],
  [
    'an error with a detail',
    `throw new ProviderError({ detail: 'It did not answer.' })`,
    ['property: It did not answer.'],
  ],
  [
    'a mail',
    `const mail = { subject: 'Confirm it', text: \`Open this:\n\n\${link}\n\` }`,
    ['mail: Confirm it', 'mail: Open this: …'],
  ],
  ['no mistake of the program', `throw new Error('There is no such step.')`, []],
  ['no log', `log.warn('The lease was lost.')`, []],
])('the server answers with %s', (_, text, expected) => {
  expect(find(useCase, text)).toEqual(expected)
})

test('forms of settings and output of commands have kinds of their own', () => {
  const field = `const key = secret({ title: 'API Key', description: 'A key from the site.' })`
  expect(find(form, field)).toEqual(['settings: API Key', 'settings: A key from the site.'])
  expect(find('packages/command-line/src/help.ts', `print('Name a file.')`)).toEqual([
    'output: Name a file.',
  ])
})

test('SQL and prompts for models are no texts for people', () => {
  const text = `const a = 'Below are passages of one document.'`
  expect(find('apps/server/src/features/things/things.store.ts', text)).toEqual([])
  expect(find('apps/server/src/features/answering/retrieval/ask.ts', text)).toEqual([])
})

test('a text has the line on which it begins', () => {
  const file = parseFile(page, `const a = (\n  <Page\n    title="Things"\n  />\n)`)
  expect(findTexts(file)).toEqual([{ path: page, line: 3, kind: 'attribute', text: 'Things' }])
})

test('a sample is the same for the same seed, and has no text twice', () => {
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index % 25}`)
  const sample = sampleTexts(texts, 10, 7)
  expect(new Set(sample).size).toBe(10)
  expect(sampleTexts(texts.toReversed(), 10, 7)).toEqual(sample)
  expect(sampleTexts(texts, 10, 8)).not.toEqual(sample)
  expect(sampleTexts(texts, 99, 7)).toHaveLength(25)
})
