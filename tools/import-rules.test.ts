/**
 * A rule that never matched may not work at all. Each test plants one forbidden import in a tree with the
 * paths of ours, and expects the rule of that name to report it. The code in that tree is empty, because
 * only `npm run check` has to follow the imports of the real one.
 */
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'
import { cruiseTree } from './import-rules/cruise-tree.ts'
import { layers } from './layers.mjs'

const features = 'apps/server/src/features'
const root = process.cwd()
let copy: string

/** Maps a rule to the planted file, what it imports, and the imported file if that is planted as well. */
const plants: Record<string, [file: string, imported: string, plantedTarget?: string]> = {
  ...Object.fromEntries(layers.flatMap((layer, height) => layer.flatMap(importUpwards(height)))),
  'contract-stands-alone': ['packages/contract/src/p.ts', '@recto/provider-spec/llm'],
  'exact-json-stands-alone': ['packages/exact-json/src/p.ts', '@recto/document-text/model'],
  'omit-undefined-stands-alone': ['packages/omit-undefined/src/p.ts', '@recto/document-text/model'],
  'mail-formats-stand-alone': ['packages/mail-formats/src/p.ts', '@recto/document-text/model'],
  'document-text-stands-alone': ['packages/document-text/src/p.ts', '@recto/provider-spec/llm'],
  'document-text-is-pure': ['packages/document-text/src/p.ts', 'node:fs'],
  'document-reader-knows-the-text': [
    'packages/document-reader/src/p.ts',
    '@recto/extraction/extract',
  ],
  'only-entry-opens-documents': [
    `${features}/documents/p.ts`,
    '@recto/document-reader/open-reader',
  ],
  'spec-knows-the-text': ['packages/provider-spec/src/p.ts', '@recto/extraction/extract'],
  'extraction-knows-the-spec': ['packages/extraction/src/p.ts', '@recto/providers/catalog'],
  'providers-know-extraction': [
    'packages/providers/src/llm/p.ts',
    '@recto/contract/adapters/adapters',
  ],
  'server-side': [`${features}/adapters/p.ts`, '../../../../web/src/shared/api/requests.ts'],
  'web-side': ['apps/web/src/shared/p.ts', '../../../server/src/platform/app-error.ts'],
  'tools-are-above-all': [`${features}/adapters/p.ts`, '../../../../../tools/layers.mjs'],
  'modules-meet-at-ports': [`${features}/executions/p.ts`, '../adapters/create-adapter.ts'],
  'every-module-has-a-layer': [`${features}/surprise/p.ts`, './q.ts'],
  'platform-is-below-the-modules': [
    'apps/server/src/platform/p.ts',
    '../features/adapters/adapters.port.ts',
  ],
  'only-entry-knows-the-catalog': [`${features}/adapters/p.ts`, '@recto/providers/catalog'],
  'platform-knows-contract-and-spec': [
    'apps/server/src/platform/p.ts',
    '@recto/extraction/extract',
  ],
  'entry-is-the-top': [`${features}/adapters/p.ts`, '../../entry/app/build-app.ts'],
  'sql-stays-in-stores': [`${features}/adapters/p.ts`, 'kysely'],
  'http-stays-in-routes': [`${features}/adapters/p.ts`, '../../platform/http/register-endpoint.ts'],
  'routes-do-not-query': [`${features}/adapters/p.routes.ts`, './rows/adapters.store.ts'],
  'stores-only-store': [`${features}/adapters/p.store.ts`, './create-adapter.ts'],
  'ports-export-their-own-module': [
    `${features}/adapters/p.port.ts`,
    '@recto/contract/adapters/adapters',
  ],
  'declarations-load-no-handler': [`${features}/adapters/p.jobs.ts`, './create-adapter.ts'],
  'policies-are-pure': [`${features}/adapters/p.policy.ts`, '../../platform/app-error.ts'],
  'one-provider-per-file': ['packages/providers/src/llm/p.ts', './ollama.ts'],
  'vendor-sdks-load-late': ['packages/providers/src/llm/p.ts', 'ai'],
  'no-circular': ['packages/contract/src/p.ts', './q.ts'],
  'no-test-in-production': [`${features}/adapters/p.ts`, '../../testing/start-server.ts'],
  'not-to-unresolvable': [`${features}/adapters/p.ts`, './nowhere.ts'],
}

/** Makes each module import the port of one beside it, or else of one above it. */
function importUpwards(height: number) {
  return (module: string): [rule: string, plant: [string, string, string]][] => {
    const otherModule = layers
      .slice(height)
      .flat()
      .find((name) => name !== module)
    if (!otherModule) return []
    const plant: [string, string, string] = [
      `${features}/${module}/p.ts`,
      `../${otherModule}/planted.port.ts`,
      `${features}/${otherModule}/planted.port.ts`,
    ]
    return [[`${module}-looks-down`, plant]]
  }
}

beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')))
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.web.json']) {
    await copyFile(file, join(copy, file))
  }
  for (const folder of ['packages', 'apps', 'tools']) await copyWithoutCode(folder)
  await linkModules(join(copy, 'node_modules'))
  process.chdir(copy)
})

afterAll(async () => {
  process.chdir(root)
  await rm(copy, { recursive: true })
})

const isSource = (path: string) => !/[/](?:node_modules|dist|data|public)(?:[/]|$)/.test(path)

/** Copies the paths of a folder; its code becomes empty, and all else, such as `package.json`, is kept. */
async function copyWithoutCode(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !isSource(path)) continue
    await mkdir(join(copy, entry.parentPath), { recursive: true })
    if (isCode(path)) await writeFile(join(copy, path), '')
    else await copyFile(path, join(copy, path))
  }
}

const isCode = (path: string) => /[.](?:[cm]?js|tsx?)$/.test(path)

/** Third-party packages are shared with the real tree; links to ours must lead into the copy. */
async function linkModules(modules: string) {
  await mkdir(join(modules, '@recto'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@recto') await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(modules, '@recto', name))
  }
}

test.each(Object.entries(plants))('%s', async (rule, [file, specifier, plantedTarget]) => {
  const importer = join(dirname(file), 'q.ts')
  await plant(file, `import * as planted from '${specifier}'\nconsole.log(planted)\n`)
  await plant(importer, `import './p.ts'\n`)
  if (plantedTarget) await plant(plantedTarget, 'export const planted = 1\n')

  const { violations } = await cruiseTree([file])
  for (const path of [file, importer, plantedTarget]) if (path) await rm(path)

  const violationsOfFile = violations.filter(({ from }) => from === file)
  expect(violationsOfFile.map((violation) => violation.rule)).toContain(rule)
})

test('folders that import each other are reported, even if no two files do', async () => {
  const parent = 'packages/contract/src'
  await plant(`${parent}/one/p.ts`, `import '../two/q.ts'\n`)
  await plant(`${parent}/two/q.ts`, '')
  await plant(`${parent}/two/r.ts`, `import '../one/s.ts'\n`)
  await plant(`${parent}/one/s.ts`, '')

  const { cycles } = await cruiseTree([parent])
  for (const folder of ['one', 'two']) await rm(join(parent, folder), { recursive: true })

  expect(cycles).toMatchObject([{ folder: parent, members: ['one', 'two'] }])
})

test('every rule has a plant', () => {
  const rules = config.forbidden.map(({ name }) => name)
  expect(rules.filter((name) => !plants[name])).toEqual([])
})

async function plant(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
