import { expect, test } from 'vitest'
import { findCatalogComplaints } from './find-catalog-complaints.ts'

const openAi = { id: 'openai|1', kind: 'llm', icon: '/icons/adapter-icons/Open%20AI.png' }
const mistral = { id: 'mistral|2', kind: 'llm', icon: '/icons/adapter-icons/mistral.png' }
const catalog = { path: 'src/catalog.ts', entries: [openAi, mistral] }
const files = [
  { path: 'src/llm/openai.ts', exports: { maxTokens: 4096, openAi } },
  { path: 'src/llm/mistral.ts', exports: { mistral } },
]

test('a catalog that lists every provider and whose icons exist is accepted', () => {
  expect(findCatalogComplaints(catalog, files, () => true)).toEqual([])
})

test('a provider without an entry is named, together with what to add', () => {
  const incompleteCatalog = { ...catalog, entries: [openAi] }

  expect(findCatalogComplaints(incompleteCatalog, files, () => true)).toEqual([
    'src/llm/mistral.ts has no entry in src/catalog.ts; add `mistral` to its list.',
  ])
})

test('a copy of a provider does not count as its entry', () => {
  const catalogOfCopies = { ...catalog, entries: [openAi, { ...mistral }] }

  expect(findCatalogComplaints(catalogOfCopies, files, () => true)).toHaveLength(1)
})

test('a file without a provider is named', () => {
  const helper = { path: 'src/llm/helper.ts', exports: { maxTokens: 4096, help: () => undefined } }

  expect(findCatalogComplaints(catalog, [...files, helper], () => true)).toEqual([
    'src/llm/helper.ts exports no provider; move what it exports to packages/providers/src/kit.',
  ])
})

test('an entry without its icon is named, together with the path of the file', () => {
  const iconPath = 'apps/web/public/icons/adapter-icons/Open AI.png'
  const doesExist = (path: string) => path !== iconPath

  expect(findCatalogComplaints(catalog, files, doesExist)).toEqual([
    `src/catalog.ts: the icon of openai|1 is missing; add ${iconPath}, or remove \`icon\` from the provider.`,
  ])
})
