/**
 * A wall that nobody has ever hit may only be painted on. Each test plants one forbidden import
 * in a copy of the tree, and expects the rule of that name to object.
 */
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'

const rooms = 'apps/server/src/features'
const root = process.cwd()
let copy: string

/** rule → [planted file, what it imports] */
const plants: Record<string, [file: string, imported: string]> = {
  'contract-stands-alone': ['packages/contract/src/p.ts', '@recto/provider-spec/llm'],
  'document-text-stands-alone': ['packages/document-text/src/p.ts', '@recto/provider-spec/llm'],
  'document-text-is-pure': ['packages/document-text/src/p.ts', 'node:fs'],
  'document-reader-knows-the-text': [
    'packages/document-reader/src/p.ts',
    '@recto/extraction/extract',
  ],
  'only-entry-opens-documents': [`${rooms}/documents/p.ts`, '@recto/document-reader/open-reader'],
  'spec-knows-the-text': ['packages/provider-spec/src/p.ts', '@recto/extraction/extract'],
  'extraction-knows-the-spec': ['packages/extraction/src/p.ts', '@recto/providers/catalog'],
  'providers-know-the-engine': ['packages/providers/src/llm/p.ts', '@recto/contract/adapters'],
  'server-side': [`${rooms}/adapters/p.ts`, '../../../../web/src/shared/ask.ts'],
  'web-side': ['apps/web/src/shared/p.ts', '../../../server/src/platform/app-error.ts'],
  'rooms-have-one-door': [`${rooms}/executions/p.ts`, '../adapters/create-adapter.ts'],
  'adapters-looks-down': [`${rooms}/adapters/p.ts`, '../executions/executions.jobs.ts'],
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
  'http-stays-in-routes': [`${rooms}/adapters/p.ts`, '../../platform/http/serve.ts'],
  'routes-do-not-query': [`${rooms}/adapters/p.routes.ts`, './adapters.store.ts'],
  'stores-only-store': [`${rooms}/adapters/p.store.ts`, './create-adapter.ts'],
  'ports-open-their-own-room': [`${rooms}/adapters/p.port.ts`, '@recto/contract/adapters'],
  'promises-stay-light': [`${rooms}/adapters/p.jobs.ts`, './create-adapter.ts'],
  'policies-are-pure': [`${rooms}/adapters/p.policy.ts`, '../../platform/app-error.ts'],
  'one-provider-per-file': ['packages/providers/src/llm/p.ts', './ollama.ts'],
  'engine-stays-in-jobs': [`${rooms}/adapters/p.ts`, '@dbos-inc/dbos-sdk'],
  'vendor-sdks-load-late': ['packages/providers/src/llm/p.ts', 'ai'],
  'no-circular': ['packages/contract/src/p.ts', './q.ts'],
  'no-test-in-production': [`${rooms}/adapters/p.ts`, '../../testing/start-server.ts'],
  'not-to-unresolvable': [`${rooms}/adapters/p.ts`, './nowhere.ts'],
}

beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'walls-')))
  for (const part of ['packages', 'apps', 'tsconfig.web.json']) {
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

test.each(Object.entries(plants))('%s', async (rule, [file, imported]) => {
  const echo = join(dirname(file), 'q.ts')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `import * as planted from '${imported}'\nconsole.log(planted)\n`)
  await writeFile(echo, `import './p.ts'\n`)

  const { output } = await cruise([file], {
    ...config.options,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  } as Parameters<typeof cruise>[1])
  await rm(file)
  await rm(echo)

  const objections = (output as ICruiseResult).summary.violations.filter((v) => v.from === file)
  expect(objections.map((v) => v.rule.name)).toContain(rule)
})

test('every rule has a plant', () => {
  const rules = config.forbidden.map(({ name }) => name)
  const unproved = rules.filter((name) => !name.endsWith('-looks-down') && !plants[name])
  expect(unproved).toEqual([])
})

test('the cruiser sees the whole tree, and finds nothing to object to', async () => {
  const { output } = await cruise(['packages', 'apps'], {
    ...config.options,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  } as Parameters<typeof cruise>[1])
  const { summary } = output as ICruiseResult

  // With the wrong TypeScript it sees no module at all, and objects to nothing.
  expect(summary.totalCruised).toBeGreaterThan(300)
  expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual(
    [],
  )
}, 60_000)
