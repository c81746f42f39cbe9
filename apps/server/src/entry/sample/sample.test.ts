import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSeededAdmin } from '../../features/organizations/organizations.port.ts'
import { openBrowser } from '../../testing/browser.ts'
import type { Person } from '../../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../../testing/start-server.ts'
import { seed } from '../seed/seed.ts'
import { createSample } from './create-sample.ts'
import { sampleFields } from './fields.ts'
import { greetWithSample } from './greet-with-sample.ts'
import { sampleFiles } from './sample-files.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const hasCurl = spawnSync('curl', ['--version']).status === 0

type JsonRow = Readonly<Record<string, unknown>>

let server: TestServer
let admin: Person
let uma: Person
let truths: ReadonlyMap<string, JsonRow>

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_SAMPLE: 'on' } })
  ;({ person: admin } = await server.signIn('admin', adminPassword))
  uma = server.as('user')
  const samples = await sampleInvoices()
  truths = new Map(samples.map(({ name, expected }) => [name, truthOf({ ...expected })]))
})
afterAll(() => server?.close())

const truthOf = (truth: JsonRow) =>
  Object.fromEntries(sampleFields.map(({ key }) => [key, truth[key]]))

/** The sample's row in a list, as the person sees it. */
async function sampleIn(person: Person, path: string, name: string) {
  const { body } = await person.get(path)
  return body.find((one: JsonRow) => one[name] === 'Invoices (sample)')
}

const projectOf = (person: Person) => sampleIn(person, 'prompt-studio/', 'tool_name')
const workflowOf = (person: Person) => sampleIn(person, 'workflow/', 'workflow_name')
const deploymentOf = (person: Person) => sampleIn(person, 'api/deployment/', 'display_name')

/** The values of a document in the studio, each with its first evidence. */
async function shown(project: { tool_id: string; prompts: JsonRow[] }, documentId: string) {
  const { body } = await admin.get(
    `prompt-studio/prompt-output/?tool_id=${project.tool_id}&document_manager=${documentId}`,
  )
  return project.prompts.map(({ prompt_id, prompt_key, enforce_type }) => {
    const { output, evidence_data } = body.find((one: JsonRow) => one.prompt_id === prompt_id)
    const value = enforce_type === 'number' ? Number(output) : output
    return { key: String(prompt_key), value, quote: evidence_data?.[0]?.quote }
  })
}

const quotes: Readonly<Record<string, readonly unknown[]>> = {
  'invoice-TR-2026-0417.pdf': [
    'TR-2026-0417',
    '14 March 2026',
    '13 April 2026',
    'Tallow & Reed Joinery Ltd',
    'Meridian Lane Hotels Ltd',
    expect.stringMatching(/GBP|£/),
    '£8,272.00',
    '£1,654.40',
    '£9,926.40',
    'GB82 TRWB 0901 2783 4561 20',
  ],
  'invoice-20260388.pdf': [
    '20260388',
    '03.04.2026',
    '03.05.2026',
    'Nordlicht Werkstatt GmbH',
    'Galerie Brenner & Söhne OG',
    expect.stringMatching(/EUR|€/),
    '6.077,40 €',
    '1.215,48 €',
    '7.292,88 €',
    'AT21 1903 8000 4711 5820',
  ],
}

describe('a new installation', () => {
  test('contains the two invoices that the testkit generates', async () => {
    const generatedInvoices = new Map(
      (await sampleInvoices()).map(({ name, file }) => [name, file]),
    )
    expect(sampleFiles.map(({ name }) => name).sort()).toEqual([...generatedInvoices.keys()].sort())
    for (const { name, url } of sampleFiles) {
      const storedFile = await readFile(url)
      expect(storedFile.equals(generatedInvoices.get(name) ?? Buffer.of())).toBe(true)
    }
  })

  test('has a project whose prompts were run, with the right values and evidence', async () => {
    const project = await projectOf(admin)
    const { body: documents } = await admin.get(
      `prompt-studio/prompt-document/?tool_id=${project.tool_id}`,
    )
    expect(documents).toHaveLength(2)
    for (const { document_id, document_name } of documents) {
      const rows = await shown(project, document_id)
      expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(
        truths.get(document_name),
      )
      expect(rows.map(({ quote }) => quote)).toEqual(quotes[document_name])
    }
  })

  test('shares everything with every member', async () => {
    expect(await projectOf(uma)).toMatchObject({ shared_to_org: true })
    expect(await workflowOf(uma)).toBeDefined()
    expect(await deploymentOf(uma)).toMatchObject({
      api_name: 'invoices-sample',
      is_active: true,
      workflow_name: 'Invoices (sample)',
    })
    const { body: tools } = await uma.get('tool/')
    // Adapters that need no project exist anyway.
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'Invoices (sample)',
      'Classify',
      'Text Extractor',
    ])
  })
})

test('a new organization gets the same sample, with its own key', async () => {
  const sonja = openBrowser({ origin: server.origin, base: '/api/v1/recto/sonja/' })
  const response = await sonja.post('/api/v1/signup', {
    email: 'sonja@example.org',
    password: 'four words make one',
  })
  await expect.poll(async () => (await deploymentOf(sonja))?.is_active).toBe(true)

  expect(response.status).toBe(201)
  const ownProject = await projectOf(sonja)
  const firstProject = await projectOf(admin)
  expect(ownProject.tool_id).not.toBe(firstProject.tool_id)
  expect((await sonja.get(`prompt-studio/${firstProject.tool_id}/`)).status).toBe(404)
  const { body: triad } = await sonja.get('adapter/default_triad/')
  const { body: adapters } = await sonja.get('adapter/')
  const ids = adapters.map(({ id }: { id: string }) => id)
  expect(Object.values(triad).filter((id) => ids.includes(id))).toHaveLength(4)
  const { db } = server.ctx
  const keys = await db.selectFrom('text_service_key').select('organization_id').execute()
  expect(new Set(keys.map(({ organization_id }) => organization_id)).size).toBe(2)
})

describe('a start', () => {
  const greet = () => greetWithSample(server.ctx, { address: server.origin, isFirstStart: true })

  test('that is the first prints a link that signs the admin in once and opens the sample', async () => {
    const linkIn = (lines: readonly string[]) =>
      lines.find((line) => line.includes('/api/v1/login/link'))
    const link = linkIn(await greet()) ?? ''
    const follow = () => fetch(link, { redirect: 'manual' })
    const [first, second] = await Promise.all([follow(), follow()])
    const [openedReply, refusedReply] =
      first.headers.get('location') === '/landing' ? [second, first] : [first, second]

    expect([openedReply.status, refusedReply.status]).toEqual([302, 302])
    expect(refusedReply.headers.get('location')).toBe('/landing')
    expect(refusedReply.headers.getSetCookie().join()).not.toContain('sessionid')
    const cookie = openedReply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const session = await fetch(`${server.origin}/api/v1/session`, { headers: { cookie } })
    expect(session.status).toBe(201)
    const { tool_id } = await projectOf(admin)
    expect(openedReply.headers.get('location')).toBe(`/recto/tools/${tool_id}?field=invoice_number`)
    const later = await greetWithSample(server.ctx, {
      address: server.origin,
      isFirstStart: false,
    })
    expect(linkIn(later)).toBeUndefined()
  })

  test('prints a link that is worth nothing after an hour', async () => {
    const link = (await greet()).find((line) => line.includes('/api/v1/login/link')) ?? ''
    await server.ctx.db
      .updateTable('sign_in_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()

    const reply = await fetch(link, { redirect: 'manual' })

    expect(reply.headers.get('location')).toBe('/landing')
    expect(reply.headers.getSetCookie().join()).not.toContain('sessionid')
  })

  test.skipIf(!hasCurl)(
    'that is the first prints a line that calls the sample as it stands, and others no key',
    async () => {
      const address = server.origin
      const first = await greetWithSample(server.ctx, { address, isFirstStart: true })
      const [line = ''] = first.slice(-1)
      const [key = 'none'] = /(?<=Bearer )[\w-]+/.exec(line) ?? []
      const later = await greetWithSample(server.ctx, { address, isFirstStart: false })
      expect(later.join()).toContain('API Deployments')
      expect(later.join()).not.toContain(key)

      const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: repository })

      const [name = ''] = sampleFiles.map((file) => file.name)
      expect(JSON.parse(stdout).message).toMatchObject({
        execution_status: 'COMPLETED',
        error: null,
        result: [{ file: name, status: 'Success', result: { output: truths.get(name) } }],
      })
    },
  )

  test('creates the sample once, even if the first start was interrupted before recording it', async () => {
    const { db } = server.ctx
    await db.deleteFrom('installation').where('key', '=', 'seeded:sample').execute()

    await seed(server.ctx, async () => adminPassword)

    const { body } = await admin.get('prompt-studio/')
    expect(body).toHaveLength(1)
  })

  test('does not mention or restore a sample that is switched off or was deleted', async () => {
    const { id } = await deploymentOf(admin)
    await admin.patch(`api/deployment/${id}/`, { is_active: false })
    expect((await greet()).join()).not.toContain('sample')
    await admin.delete(`api/deployment/${id}/`)

    await seed(server.ctx, async () => adminPassword)

    expect((await greet()).join()).not.toContain('sample')
    expect(await deploymentOf(admin)).toBeUndefined()
  })
})

test('leaves nothing of a sample that fails, and creates none if it is switched off', async () => {
  await using bare = await startBare()
  const { ctx } = bare
  const ada = bare.as('admin')
  const owner = await findSeededAdmin(ctx)
  if (!owner) throw new Error('There is no admin.')
  const sampleContext = { ...ctx, config: { ...ctx.config, hasSample: true } }
  const failingContext = {
    ...ctx.vault,
    seal: () => {
      throw new Error('out of wax')
    },
  }

  await expect(createSample({ ...sampleContext, vault: failingContext }, owner)).rejects.toThrow(
    'out of wax',
  )
  expect((await ada.get('prompt-studio/')).body).toEqual([])
  expect((await ada.get('workflow/')).body).toEqual([])

  await createSample(ctx, owner)
  expect((await ada.get('prompt-studio/')).body).toEqual([])

  await createSample(sampleContext, owner)
  expect(await deploymentOf(ada)).toBeDefined()
})

async function startBare() {
  const server = await startServer()
  return { ...server, [Symbol.asyncDispose]: server.close }
}
