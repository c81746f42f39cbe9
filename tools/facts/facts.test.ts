import { expect, test } from 'vitest'
import { listKeys } from './count-code.ts'
import { findAllComplaints } from './find-all-complaints.ts'
import { findBrokenLinks, findBrokenMentions } from './find-broken-links.ts'
import { findMissingPaths } from './find-missing-paths.ts'
import { findUndocumentedCommands, findUnknownCommands } from './find-unknown-commands.ts'
import { type FigureClaim, judgeClaims } from './judge-claims.ts'
import { judgeList, readShownLayers, readShownLogLines, readShownStores } from './judge-lists.ts'
import {
  findLongPages,
  findMissingReadmes,
  findUnlinkedPages,
  findUnlistedPages,
  judgeGlossary,
} from './judge-pages.ts'
import { judgeSettings } from './judge-settings.ts'
import { findAnchors } from './markdown.ts'
import { readDeclaredSettings, readShownSettings } from './read-settings.ts'
import { createRepository, openRepository } from './repository.ts'

const files = [
  'README.md',
  'docs/keys.md',
  'docs/picture.png',
  'packages/keys/README.md',
  'packages/keys/src/open-key.ts',
  'packages/keys/src/locks/lock.store.ts',
  'apps/server/src/platform/vault/vault.ts',
]
const repository = createRepository(files, () => '')
const keysPage = { path: 'docs/keys.md', content: '# Keys\n\n## What a `key` opens: doors\n' }

const findLinksIn = (content: string) =>
  findBrokenLinks([{ path: 'README.md', content }, keysPage], repository)

test.each([
  ['a file that is gone', '[a](docs/key.md)', 'links to docs/key.md, but docs/key.md does not'],
  ['a picture that is gone', '![a](docs/a.png)', 'links to docs/a.png, but docs/a.png does not'],
  ['a heading that is gone', '[a](docs/keys.md#doors)', 'docs/keys.md has no heading for #doors'],
  ['an own heading that is gone', '# A\n\n[a](#b)', 'README.md has no heading for #b'],
])('a link to %s is a complaint', (_, content, complaint) => {
  expect(findLinksIn(content)).toEqual([expect.stringContaining(complaint)])
})

test.each([
  ['a heading', '[a](docs/keys.md#what-a-key-opens-doors)'],
  ['a folder', '[a](packages/keys/src)'],
  ['a picture', '![a](docs/picture.png "A picture")'],
  ['another site', '[a](https://example.org/a.md)'],
])('a link to %s is accepted', (_, content) => {
  expect(findLinksIn(content)).toEqual([])
})

test('links in code are no links, and a repeated heading has a number', () => {
  expect(findLinksIn('`[a](b.md)`\n\n```\n[a](c.md)\n```\n')).toEqual([])
  expect(findAnchors('# A key\n## A key\n```\n# no\n```\n')).toEqual(new Set(['a-key', 'a-key-1']))
})

test('a heading between two blocks of code is found', () => {
  const block = (name: string) => `\n\`\`\`${name}\nsome code\n\`\`\`\n`

  expect(findAnchors(`${block('sh')}\n## Behind a proxy\n${block('')}`)).toEqual(
    new Set(['behind-a-proxy']),
  )
})

test('a page or heading that code mentions must exist', () => {
  const code = { path: 'a.ts', content: '// See docs/keys.md#keys, docs/keys.md#locks, docs/no.md' }
  expect(findBrokenMentions([code], [keysPage])).toEqual([
    'a.ts mentions docs/keys.md#locks, which does not exist.',
    'a.ts mentions docs/no.md, which does not exist.',
  ])
})

test('a command must be a script, and a script must be documented', () => {
  const page = {
    path: 'docs/operations/settings.md',
    content: 'Use `npm start`, then `npm run keys:list -- a` or `npm run --silent lock`.',
  }
  const scripts = { prestart: '', start: '', 'keys:list': '', keys: '', 'bench:keys': '' }
  expect(findUnknownCommands([page], scripts)).toEqual([
    'docs/operations/settings.md shows `npm run lock`, which package.json does not have.',
  ])
  expect(findUndocumentedCommands([page], scripts)).toEqual([
    'docs/operations/settings.md does not show `npm run keys`, which package.json has.',
    'docs/benchmarks.md does not show `npm run bench:keys`, which package.json has.',
  ])
})

test.each([
  ['README.md', 'packages/keys/src/shut-key.ts'],
  ['README.md', 'shut-key.ts'],
  ['README.md', 'platform/locks'],
  ['packages/keys/README.md', 'vault.ts'],
  ['packages/keys/README.md', 'doors/'],
  ['packages/keys/README.md', '*.reads.ts'],
])('%s may not name %s, which does not exist', (path, name) => {
  const page = { path, content: `The file\n\`${name}\` is here.` }
  expect(findMissingPaths([page], repository)).toEqual([
    `${path}:2 names ${name}, which does not exist.`,
  ])
})

test('a path in a command must exist', () => {
  const page = { path: 'README.md', content: '```sh\nnode tools/keys.ts --all\n```' }
  expect(findMissingPaths([page], repository)).toEqual([
    'README.md:2 names tools/keys.ts, which does not exist.',
  ])
})

test.each([
  ['README.md', 'packages/keys/src/open-key.ts'],
  ['README.md', 'packages/keys/src/locks/'],
  ['README.md', 'platform/vault'],
  ['README.md', 'vault.ts'],
  ['README.md', 'uploads/'],
  ['README.md', 'features/<module>/'],
  ['packages/keys/README.md', 'locks/'],
  ['packages/keys/README.md', '*.store.ts'],
  ['packages/keys/README.md', 'platform/vault/vault.ts'],
])('%s may name %s', (path, name) => {
  expect(findMissingPaths([{ path, content: `\`${name}\`` }], repository)).toEqual([])
})

const shownSettings = readShownSettings(`| variable | default | meaning |
|---|---|---|
| \`KEY_FOLDER\` | \`./keys\` | where keys are |
| \`KEY_LENGTH\`, \`KEY_KIND\` | \`16\`, – | what they are like |
| \`KEY_DAYS\`, \`KEY_HOURS\` | \`0\` | how long they live |
`)

test('settings are read from the code and from the page, with their defaults', () => {
  const code = `const shape = {
    KEY_FOLDER: z.string().default('keys'),
    KEY_LENGTH: count(1, 64).default(32),
    KEY_KIND: z.enum(['a']).optional(),
    KEY_COLOR: onOrOff('on'),
    KEY_DAYS: z.number().default(0),
  }`
  const declaredSettings = readDeclaredSettings('a.ts', code)
  expect(declaredSettings).toContainEqual({ name: 'KEY_LENGTH', defaultValue: '32' })
  expect(judgeSettings('a.md', shownSettings, declaredSettings)).toEqual([
    'a.md lacks the setting KEY_COLOR.',
    'a.md has the setting KEY_HOURS, which the code does not read.',
    'a.md shows `16` as default of KEY_LENGTH, which is 32.',
  ])
})

test('a figure must be that of the code, in digits or as a word', () => {
  const claim: FigureClaim = {
    page: 'docs/keys.md',
    sentence: /(\w+) doors and ([\d,]+) keys/,
    figures: [7, 1000],
  }
  const judge = (content: string) => judgeClaims([claim], [{ path: 'docs/keys.md', content }])
  expect(judge('It has seven doors and 1,000 keys.')).toEqual([])
  expect(judge('It has six doors and 1,000 keys.')).toEqual([
    'docs/keys.md says “six doors and 1,000 keys”, but in the code it is 7, 1000.',
  ])
  expect(judge('It has doors.')).toEqual([expect.stringContaining('has no sentence like')])
})

test('a list must have what the code has', () => {
  const lists = { shownNames: ['a', 'b'], actualNames: ['b', 'c'] }
  expect(judgeList('docs/keys.md', 'key', lists)).toEqual([
    'docs/keys.md lacks the key c.',
    'docs/keys.md has the key a, which the code does not have.',
  ])
})

test('the keys of a constant are read, but not those of its parts', () => {
  const code =
    "const keys = 1\nexport const doors: Doors = {\n  'a-b': {\n    wide: 1,\n  },\n  c: 2,\n}\n"
  expect(listKeys(code, 'doors')).toEqual(['a-b', 'c'])
})

test('layers, stores and lines of the log are read from the pages', () => {
  const log =
    '# Log\n\n## The log\n\n| line | why |\n|---|---|\n| `it is full` (once) | `a` |\n\n## End\n'
  expect(readShownLogLines(log)).toEqual(['it is full'])
  const drawing = '## Layers\n\n```\n12  apps  keys          2  doors\n 1  locks\nbelow: all\n```\n'
  expect(readShownLayers(drawing)).toEqual(['12 apps', '12 keys', '2 doors', '1 locks'])
  const table =
    '\n| stores | why |\n|---|---|\n| `keys/rows/keys` (find), `…/doors`, `…/locks/locks` | a |\n\n'
  expect(readShownStores(table)).toEqual(['keys/rows/keys', 'keys/rows/doors', 'keys/locks/locks'])
})

test('a package needs a README of ten lines, and a decision has at most 400 words', () => {
  const withoutReadme = createRepository(['packages/doors/src/door.ts', ...files], () => '')
  expect(findMissingReadmes(withoutReadme)).toEqual([
    expect.stringContaining('packages/doors has no README.md.'),
  ])
  const pages = [
    { path: 'packages/keys/README.md', content: 'a\n'.repeat(11) },
    { path: 'docs/decisions/0001-keys.md', content: 'a '.repeat(401) },
    { path: 'docs/decisions/tuning-notes.md', content: 'a '.repeat(600) },
  ]
  expect(findLongPages(pages)).toEqual([
    'packages/keys/README.md has 11 lines, and at most 10 are allowed.',
    'docs/decisions/0001-keys.md has 401 words, and at most 400 are allowed.',
  ])
})

test('a page must be linked, and listed by its index', () => {
  const pages = [
    { path: 'README.md', content: '[keys](docs/keys) [doors](docs/doors/a.md)' },
    { path: 'docs/keys/README.md', content: '[b](b.md#b)' },
    { path: 'docs/keys/b.md', content: '' },
    { path: 'docs/keys/c.md', content: '' },
    { path: 'docs/doors/a.md', content: '' },
    { path: 'docs/doors/d.md', content: '' },
  ]
  expect(findUnlinkedPages(pages)).toEqual(['No page links docs/doors/d.md.'])
  expect(findUnlistedPages(pages, 'docs/keys/README.md')).toEqual([
    'docs/keys/README.md does not list docs/keys/c.md.',
  ])
})

test('the words of the glossary are in alphabetical order, each once', () => {
  const glossaryOf = (...words: readonly string[]) =>
    ['word', ...words].map((word) => `| ${word} | meaning |\n`).join('')
  expect(judgeGlossary(glossaryOf('API key', 'door', 'key'))).toEqual([])
  expect(judgeGlossary(glossaryOf('door', 'API key'))).toHaveLength(1)
  expect(judgeGlossary(glossaryOf('door', 'door'))).toHaveLength(1)
})

test.each([
  ['README.md', /\w+ short pages/, 'ninety short pages', 'says “ninety short pages”'],
  ['README.md', 'docs/guide/README.md', 'docs/guides/README.md', 'links to docs/guides/README.md'],
  ['SECURITY.md', /of \d+ stores/, 'of 1 stores', 'of 1 stores that'],
  ['ARCHITECTURE.md', /\d+ {2}metrics/, '99  meters', 'has the layer 99 meters'],
  ['docs/operations/settings.md', '`8000`', '`9000`', 'shows `9000` as default of PORT'],
  [
    'docs/operations/settings.md',
    '`RECTO_SAMPLE`',
    '`RECTO_SIMPLE`',
    'lacks the setting RECTO_SAMPLE',
  ],
  ['docs/operations/limits.md', '100 files', '101 files', '101 files'],
  [
    'docs/operations/running.md',
    '`the disk is full`',
    '`the disk is empty`',
    'line “the disk is empty”',
  ],
  ['docs/operations/reading.md', '| pages | 5,000', '| pages | 6,000', 'in the code it is 5000'],
  ['docs/benchmarks.md', '`fairness`', '`farness`', 'has the part farness'],
  ['docs/operations/durable-work.md', '`model-busy`', '`model-lazy`', 'lacks the fault model-busy'],
  ['docs/providers.md', /\n[|] llm [|] OpenAI [|].*/, '', 'lacks the provider openai|'],
  ['docs/requirements/README.md', '| total |', '| sum |', 'is out of date'],
])('a wrong fact in %s is found', async (page, right, wrong, complaint) => {
  const { files: allFiles, read } = openRepository('.')
  const readWrong = (path: string) =>
    path === page ? read(path).replace(right, wrong) : read(path)
  const complaints = await findAllComplaints(createRepository(allFiles, readWrong))
  expect(complaints).toContainEqual(expect.stringContaining(complaint))
})
