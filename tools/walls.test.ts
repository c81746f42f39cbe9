/**
 * A wall that nobody has ever hit may only be painted on. Each test plants one forbidden import
 * in a copy of the tree, and expects the rule of that name to object.
 */
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'
import { floors } from './floors.mjs'
import { cruiseTree } from './walls/cruise-tree.ts'

const rooms = 'apps/server/src/features'
const root = process.cwd()
let copy: string

/** rule → [planted file, what it imports, the file behind that where it is planted too] */
const plants: Record<string, [file: string, imported: string, behind?: string]> = {
  ...Object.fromEntries(floors.flatMap((floor, height) => floor.flatMap(upwards(height)))),
  'contract-stands-alone': ['packages/contract/src/p.ts', '@recto/provider-spec/llm'],
  'omit-undefined-stands-alone': ['packages/omit-undefined/src/p.ts', '@recto/document-text/model'],
  'document-text-stands-alone': ['packages/document-text/src/p.ts', '@recto/provider-spec/llm'],
  'document-text-is-pure': ['packages/document-text/src/p.ts', 'node:fs'],
  'document-reader-knows-the-text': [
    'packages/document-reader/src/p.ts',
    '@recto/extraction/extract',
  ],
  'only-entry-opens-documents': [`${rooms}/documents/p.ts`, '@recto/document-reader/open-reader'],
  'spec-knows-the-text': ['packages/provider-spec/src/p.ts', '@recto/extraction/extract'],
  'extraction-knows-the-spec': ['packages/extraction/src/p.ts', '@recto/providers/catalog'],
  'providers-know-extraction': [
    'packages/providers/src/llm/p.ts',
    '@recto/contract/adapters/adapters',
  ],
  'server-side': [`${rooms}/adapters/p.ts`, '../../../../web/src/shared/api/ask.ts'],
  'web-side': ['apps/web/src/shared/p.ts', '../../../server/src/platform/app-error.ts'],
  'tools-are-above-all': [`${rooms}/adapters/p.ts`, '../../../../../tools/floors.mjs'],
  'rooms-have-one-door': [`${rooms}/executions/p.ts`, '../adapters/create-adapter.ts'],
  'every-room-has-a-floor': [`${rooms}/surprise/p.ts`, './q.ts'],
  'ground-is-below-the-rooms': [
    'apps/server/src/platform/p.ts',
    '../features/adapters/adapters.port.ts',
  ],
  'only-entry-knows-the-catalog': [`${rooms}/adapters/p.ts`, '@recto/providers/catalog'],
  'platform-knows-contract-and-spec': [
    'apps/server/src/platform/p.ts',
    '@recto/extraction/extract',
  ],
  'entry-is-the-top': [`${rooms}/adapters/p.ts`, '../../entry/app/build-app.ts'],
  'sql-stays-in-stores': [`${rooms}/adapters/p.ts`, 'kysely'],
  'http-stays-in-routes': [`${rooms}/adapters/p.ts`, '../../platform/http/register-endpoint.ts'],
  'routes-do-not-query': [`${rooms}/adapters/p.routes.ts`, './rows/adapters.store.ts'],
  'stores-only-store': [`${rooms}/adapters/p.store.ts`, './create-adapter.ts'],
  'ports-open-their-own-room': [`${rooms}/adapters/p.port.ts`, '@recto/contract/adapters/adapters'],
  'promises-stay-light': [`${rooms}/adapters/p.jobs.ts`, './create-adapter.ts'],
  'policies-are-pure': [`${rooms}/adapters/p.policy.ts`, '../../platform/app-error.ts'],
  'one-provider-per-file': ['packages/providers/src/llm/p.ts', './ollama.ts'],
  'dbos-stays-in-jobs': [`${rooms}/adapters/p.ts`, '@dbos-inc/dbos-sdk'],
  'vendor-sdks-load-late': ['packages/providers/src/llm/p.ts', 'ai'],
  'no-circular': ['packages/contract/src/p.ts', './q.ts'],
  'no-test-in-production': [`${rooms}/adapters/p.ts`, '../../testing/start-server.ts'],
  'not-to-unresolvable': [`${rooms}/adapters/p.ts`, './nowhere.ts'],
}

/** Each room uses the port of one beside it, or else of one above it. */
function upwards(height: number) {
  return (room: string): [rule: string, plant: [string, string, string]][] => {
    const other = floors
      .slice(height)
      .flat()
      .find((name) => name !== room)
    if (!other) return []
    const plant: [string, string, string] = [
      `${rooms}/${room}/p.ts`,
      `../${other}/planted.port.ts`,
      `${rooms}/${other}/planted.port.ts`,
    ]
    return [[`${room}-looks-down`, plant]]
  }
}

beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'walls-')))
  for (const part of [
    'packages',
    'apps',
    'tools',
    '.dependency-cruiser.mjs',
    'tsconfig.web.json',
  ]) {
    await cp(part, join(copy, part), { recursive: true, filter: isSource })
  }
  await linkModules(join(copy, 'node_modules'))
  process.chdir(copy)
})

afterAll(async () => {
  process.chdir(root)
  await rm(copy, { recursive: true })
})

const isSource = (path: string) => !/[/](?:node_modules|dist|data|public)(?:[/]|$)/.test(path)

/** Everyone else's packages are shared with the real tree; ours must lead into the copy. */
async function linkModules(modules: string) {
  await mkdir(join(modules, '@recto'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@recto') await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(modules, '@recto', name))
  }
}

test.each(Object.entries(plants))('%s', async (rule, [file, imported, behind]) => {
  const echo = join(dirname(file), 'q.ts')
  await plant(file, `import * as planted from '${imported}'\nconsole.log(planted)\n`)
  await plant(echo, `import './p.ts'\n`)
  if (behind) await plant(behind, 'export const planted = 1\n')

  const { violations } = await cruiseTree([file])
  for (const one of [file, echo, behind]) if (one) await rm(one)

  const objections = violations.filter(({ from }) => from === file)
  expect(objections.map((one) => one.rule)).toContain(rule)
})

test('folders that import each other are objected to, though no two files do', async () => {
  const inside = 'packages/contract/src'
  await plant(`${inside}/one/p.ts`, `import '../two/q.ts'\n`)
  await plant(`${inside}/two/q.ts`, '')
  await plant(`${inside}/two/r.ts`, `import '../one/s.ts'\n`)
  await plant(`${inside}/one/s.ts`, '')

  const { knots } = await cruiseTree([inside])
  for (const folder of ['one', 'two']) await rm(join(inside, folder), { recursive: true })

  expect(knots).toMatchObject([{ folder: inside, members: ['one', 'two'] }])
})

test('every rule has a plant', () => {
  const rules = config.forbidden.map(({ name }) => name)
  expect(rules.filter((name) => !plants[name])).toEqual([])
})

test('the cruiser sees the whole tree, and finds nothing to object to', async () => {
  const { files, violations, knots } = await cruiseTree()

  // With the wrong TypeScript it sees no module at all, and objects to nothing.
  expect(files).toBeGreaterThan(300)
  expect(violations.map(({ from, to, rule }) => `${rule}: ${from} → ${to}`)).toEqual([])
  expect(knots.map(({ folder, members }) => `${folder}: ${members.join(', ')}`)).toEqual([])
})

async function plant(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
