import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { fillOrganization, makeKey, secrets } from './testing/as-code.ts'
import { recto, type Variables } from './testing/run-recto.ts'

/** Files that `recto apply` refuses, with one line, before it changes anything. */

let models: CannedModelServer
let server: TestServer
let folder: string
let variables: Variables
let toEmpty: Variables

beforeAll(async () => {
  models = await startCannedModelServer({ reply: '4711' })
  server = await startServer()
  await fillOrganization(server.as('admin'), models)
  variables = {
    RECTO_SERVER: server.origin,
    RECTO_ORGANIZATION: 'recto',
    RECTO_PLATFORM_KEY: await makeKey(server.as('admin')),
    ...secrets,
  }
  toEmpty = {
    ...variables,
    RECTO_ORGANIZATION: 'empty',
    RECTO_PLATFORM_KEY: await makeKey(server.as('admin', { organization: 'empty' })),
  }
  folder = await mkdtemp(join(tmpdir(), 'recto-refused-'))
  expect(await recto(['pull', folder], variables)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await server?.close()
  await models?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const countWorkflows = async () =>
  (await server.as('admin', { organization: 'empty' }).get('workflow/')).body.length

type Fault = readonly [file: string, change: (text: string) => string | Uint8Array, line: string]

const replace = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

const bomb = Array.from({ length: 9 }, (_, level) =>
  level === 0 ? 'a0: &a0 [x]' : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`,
).join('\n')

const faults: readonly Fault[] = [
  ['workflows/nightly.yaml', replace('is_active', 'active'), 'spec.active: This field is unknown.'],
  ['workflows/nightly.yaml', replace('kind: workflow', 'kind: flow'), 'kind: “flow” is not one of'],
  ['workflows/nightly.yaml', replace('version: 1', 'version: 2'), 'version: '],
  ['workflows/nightly.yaml', replace('name: Nightly\n', ''), 'name: '],
  [
    'workflows/nightly.yaml',
    replace('name: Nightly', 'name: Payables'),
    'has the workflow “Payables” as well',
  ],
  [
    'workflows/nightly.yaml',
    replace('connector: Scans', 'connector: Nowhere'),
    'spec.destination.connector: Neither a file nor the server has the connector “Nowhere”.',
  ],
  [
    'deployments/payables.yaml',
    replace('workflow: Payables', 'workflow: Nowhere'),
    'spec.workflow: Neither a file nor the server has the workflow “Nowhere”.',
  ],
  [
    'projects/bills-all.yaml',
    replace('llm: Canned', 'llm: Nobody'),
    'spec.profiles.0.llm: Neither a file nor the server has the adapter “LLM Nobody”.',
  ],
  [
    'projects/bills-all.yaml',
    replace('enforce_type: number', 'enforce_type: guess'),
    'spec.prompts.1.enforce_type: ',
  ],
  [
    'adapters/canned.yaml',
    replace('${env:RECTO_ADAPTER_LLM_CANNED_API_KEY}', 'sk-in-clear'),
    'spec.settings.api_key: A secret cannot be in a file.',
  ],
  [
    'adapters/canned.yaml',
    replace('model: canned', 'model: ${env:PATH}'),
    'spec.settings.model: Only secrets can be',
  ],
  [
    'connectors/ledger.yaml',
    replace('RECTO_CONNECTOR_LEDGER_PASSWORD', 'RECTO_UNSET'),
    'spec.settings.password: The environment variable RECTO_UNSET is not set.',
  ],
  [
    'notifications/runs.yaml',
    replace(
      '${env:RECTO_NOTIFICATION_RUNS_OF_DEPLOYMENT_PAYABLES_URL}',
      'https://hooks.example.org/T0/secret',
    ),
    'spec.url: A secret cannot be in a file.',
  ],
  [
    'notifications/runs.yaml',
    replace('pipeline: null', 'pipeline: Every night'),
    'spec.deployment: Name a deployment or a pipeline.',
  ],
  ['notifications/runs.yaml', () => new Uint8Array(), 'The file has no fields.'],
  ['notifications/runs.yaml', () => '- one', 'The file has no fields.'],
  ['pipelines/every-night.yaml', () => 'kind: [', 'This is not YAML'],
  ['pipelines/every-night.yaml', () => Uint8Array.of(0xff, 0xfe, 0), 'not a text in UTF-8'],
  ['pipelines/every-night.yaml', () => 'a: 1\na: 2\n', 'This is not YAML: Map keys must be unique'],
  ['pipelines/every-night.yaml', () => bomb, 'Anchors and aliases are not allowed.'],
  ['pipelines/every-night.yaml', () => `a: ${'['.repeat(50_000)}`, 'This is not YAML'],
  [
    'pipelines/every-night.yaml',
    () => `a: ${'['.repeat(100)}${']'.repeat(100)}`,
    'nested more than 64 levels',
  ],
  ['pipelines/every-night.yaml', () => '#'.repeat(10 * 1024 * 1024 + 1), 'It is larger than'],
]

test.for(faults)('%s: %#', async ([file, change, line], { expect }) => {
  const own = await mkdtemp(join(tmpdir(), 'recto-fault-'))
  await cp(folder, own, { recursive: true })
  const path = join(own, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
  const { code, out: output, said: errorOutput } = await recto(['apply', own, '--yes'], toEmpty)
  await rm(own, { recursive: true })

  expect([code, output]).toEqual([2, ''])
  expect(errorOutput).toContain(line)
  expect(errorOutput).toContain(line.includes('as well') ? 'workflows/payables.yaml' : file)
  expect(errorOutput.trim().split('\n')).toHaveLength(1)
  expect(errorOutput).not.toContain('sk-in-clear')
  expect(await countWorkflows()).toBe(0)
})

test('a folder that is not there, a wrong key and a wrong option are errors, and no difference', async () => {
  const outcomes = [
    await recto(['diff', join(folder, 'nowhere')], toEmpty),
    await recto(['diff', folder], { ...toEmpty, RECTO_PLATFORM_KEY: 'nobody' }),
    await recto(['diff', folder, 'more'], toEmpty),
    await recto(['apply', folder, '--wait', 'long'], toEmpty),
    await recto(['pull', folder], { ...toEmpty, RECTO_PLATFORM_KEY: '' }),
  ]

  expect(outcomes.map(({ code, out: output }) => [code, output])).toEqual(
    outcomes.map(() => [2, '']),
  )
  const reasons = ['nowhere', 'key', 'at most one folder', '--wait', 'Set RECTO_PLATFORM_KEY']
  for (const [place, reason] of reasons.entries()) expect(outcomes[place]?.said).toContain(reason)
})

test('--delete for a folder without files is refused, and deletes nothing', async () => {
  const emptyFolder = await mkdtemp(join(tmpdir(), 'recto-empty-'))
  const output = await recto(['apply', emptyFolder, '--yes', '--delete'], variables)
  await rm(emptyFolder, { recursive: true })
  const { body: connectors } = await server.as('admin').get('connector/')

  expect(output).toMatchObject({ code: 2, out: '' })
  expect(output.said).toBe(
    `There are no YAML files in ${emptyFolder}. Nothing was deleted: --delete needs at least one file.\n`,
  )
  expect(connectors).toHaveLength(2)
})
