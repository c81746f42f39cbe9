import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import {
  fillOrganization,
  hookAddress,
  makeKey,
  pullFiles,
  readAll,
  sample,
  secretKey,
  secrets,
} from './testing/as-code.ts'
import { recto, type Variables } from './testing/run-recto.ts'

/** An organization that is pulled as files and applied to an empty installation. */

let models: CannedModelServer
let source: TestServer
let target: TestServer
let organization: Awaited<ReturnType<typeof fillOrganization>>
let toSource: Variables
let toTarget: Variables
let folder: string

const variablesOf = async (server: TestServer): Promise<Variables> => ({
  RECTO_SERVER: server.origin,
  RECTO_ORGANIZATION: 'recto',
  RECTO_PLATFORM_KEY: await makeKey(server.as('admin')),
})

beforeAll(async () => {
  models = await startCannedModelServer({ reply: '4711' })
  source = await startServer({ worker: true })
  target = await startServer({ worker: true, env: { ENCRYPTION_KEY: '08'.repeat(32) } })
  organization = await fillOrganization(source.as('admin'), models)
  toSource = await variablesOf(source)
  toTarget = { ...(await variablesOf(target)), ...secrets }
  folder = await mkdtemp(join(tmpdir(), 'recto-as-code-'))
})
afterAll(async () => {
  await source?.close()
  await target?.close()
  await models?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const call = async (server: TestServer, path: string, key: string) => {
  const parts = { files: [{ ...sample, field: 'files' }], fields: { timeout: '120' } }
  const headers = { headers: { authorization: `Bearer ${key}` } }
  const { status, body } = await server.anonymous.upload(path, parts, headers)
  return { status, output: body.message?.result?.[0]?.result?.output }
}

describe('an organization as files', () => {
  test('is pulled without a secret, and a second pull changes no byte', async () => {
    const first = await recto(['pull', folder], toSource)
    const files = await readAll(folder)
    const second = await recto(['pull', folder, '--json'], toSource)

    expect(first).toMatchObject({ code: 0, said: '' })
    expect(JSON.parse(second.out)).toEqual({ written: [], only_in_folder: [] })
    expect(await readAll(folder)).toEqual(files)
    for (const secret of [secretKey, hookAddress, 'bearer-of-the-hook'])
      expect(JSON.stringify(files)).not.toContain(secret)
    expect(files['adapters/canned.yaml']).toContain(
      'api_key: ${env:RECTO_ADAPTER_LLM_CANNED_API_KEY}\n',
    )
    expect(files['workflows/nightly.yaml']).toMatch(/^# yaml-language-server: \$schema=\.\.\/recto/)
    expect(await recto(['diff', folder], { ...toSource, ...secrets })).toMatchObject({
      code: 0,
      out: 'No difference.\n',
    })
  })

  test('is pulled over files of people, which stay as they are if they say the same', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-own-'))
    await cp(folder, own, { recursive: true })
    await edit(own, 'deployments/payables.yaml', 'kind: deployment', 'kind: "deployment" # Mine.')
    await edit(own, 'deployments/payables.yaml', '  is_active: true\n', '')
    const ownText = await readFile(join(own, 'deployments/payables.yaml'), 'utf8')
    await edit(own, 'workflows/nightly.yaml', 'maxFiles: 10', 'maxFiles: 20 # More.')
    const output = await recto(['pull', own, '--json'], toSource)
    const files = await readAll(own)
    await rm(own, { recursive: true })

    expect(JSON.parse(output.out)).toEqual({
      written: ['workflows/nightly.yaml'],
      only_in_folder: [],
    })
    expect(files['deployments/payables.yaml']).toBe(ownText)
    expect(files['workflows/nightly.yaml']).toContain('maxFiles: 10\n')
  })

  test('is applied to an empty installation, which then gives the same answers', async () => {
    const planOutput = await recto(['diff', folder], toTarget)
    const unconfirmedOutput = await recto(['apply', folder], toTarget)
    const diffBefore = await recto(['diff', folder], toTarget)
    const applyOutput = await recto(['apply', folder, '--yes'], toTarget)
    const ada = target.as('admin')
    const { body: deployments } = await ada.get('api/deployment/')
    const { body: keys } = await ada.get(`api/keys/api/${deployments[0].id}/`)
    const projectOf = async (server: TestServer) => {
      const script = toScript(server, server === source ? toSource : toTarget)
      const { body: projects } = await script('prompt-studio/')
      const { body } = await script(`prompt-studio/project-transfer/${projects[0].tool_id}/`)
      const { tool_id: _, exported_at: __, ...metadata } = body.export_metadata
      return JSON.stringify({ ...body, export_metadata: metadata })
    }

    expect([planOutput.code, diffBefore.code]).toEqual([1, 1])
    expect(planOutput.out).toContain('create workflow “Nightly” (workflows/nightly.yaml)')
    expect(unconfirmedOutput).toMatchObject({ code: 2 })
    expect(unconfirmedOutput.said).toContain('--yes')
    expect(applyOutput).toMatchObject({ code: 0, said: '' })
    expect(applyOutput.out).toContain('Applied 12 objects.')
    expect(await pullFiles(toTarget)).toEqual(await readAll(folder))
    expect(await projectOf(target)).toBe(await projectOf(source))
    const answer = await call(source, organization.deployment.path, organization.deployment.key)
    expect(answer).toMatchObject({ status: 200, output: { number: '4711', total: 4711 } })
    const path = `/${deployments[0].api_endpoint}`
    expect(await call(target, path, keys[0].api_key)).toEqual(answer)
  })

  test('does not change when it is applied again, and leaves versions and an audit trail', async () => {
    const repeatedOutput = await recto(['apply', folder, '--yes'], toTarget)
    const { body: log } = await target.as('admin').get('audit/?page_size=100')
    const actions = (log.results ?? log).map(({ action }: { action: string }) => action)

    expect(repeatedOutput).toMatchObject({ code: 0, out: 'Nothing to apply.\n' })
    expect(await recto(['diff', folder], toTarget)).toMatchObject({ code: 0 })
    expect(actions).toEqual(
      expect.arrayContaining(['project.created', 'tool.exported', 'workflow.created']),
    )
  })

  test('has no difference from files that leave out what the server adds', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-short-'))
    await cp(folder, own, { recursive: true })
    const remove = async (file: string, lines: RegExp) => {
      const text = await readFile(join(own, file), 'utf8')
      expect(text).toMatch(lines)
      await writeFile(join(own, file), text.replace(lines, ''))
    }
    await remove('projects/bills-all.yaml', /^ +sequence_number: .*\n/gm)
    await remove('projects/bills-all.yaml', /^ +is_default: .*\n/gm)
    await remove(
      'workflows/nightly.yaml',
      /^ +(?!maxFiles|folders|outputFolder)\w+: (?:false|true|null|'')\n/gm,
    )
    await edit(own, 'adapters/canned.yaml', 'description: null', "description: ''")
    const rule = 'version: 1\nkind: review-rule\nname: Nightly\nspec: { percentage: 0 }\n'
    await writeFile(join(own, 'review-rules/nightly.yaml'), rule)
    const diffOutput = await recto(['diff', own], toTarget)
    const pullOutput = await recto(['pull', own, '--json'], toTarget)
    await rm(own, { recursive: true })

    expect(diffOutput).toMatchObject({ code: 0, out: 'No difference.\n', said: '' })
    expect(JSON.parse(pullOutput.out)).toEqual({ written: [], only_in_folder: [] })
  })

  test('loses a workflow with its review setting, and a setting alone only with its workflow', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-review-'))
    await cp(folder, own, { recursive: true })
    const ada = target.as('admin')
    const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Reviewed' })
    await ada.post('manual_review/settings/', { workflow: workflow.id, sync_with: 'Queue' })
    await recto(['pull', own], toTarget)
    await rm(join(own, 'review-settings/reviewed.yaml'))
    const settingOutput = await recto(['apply', own, '--yes', '--delete'], toTarget)
    await rm(join(own, 'workflows/reviewed.yaml'))
    await rm(join(own, 'review-rules/reviewed.yaml'), { force: true })
    const workflowOutput = await recto(['apply', own, '--yes', '--delete'], toTarget)
    const { body: left } = await ada.get('workflow/?workflow_name=Reviewed')
    await rm(own, { recursive: true })

    expect(settingOutput).toMatchObject({ code: 2 })
    expect(settingOutput.said).toContain('can only be deleted with its workflow')
    expect(workflowOutput).toMatchObject({ code: 0, said: '' })
    expect(left).toEqual([])
  })

  test('is changed field by field, once, and without what no file says', async () => {
    const own = await mkdtemp(join(tmpdir(), 'recto-changed-'))
    await cp(folder, own, { recursive: true })
    await edit(own, 'projects/bills-all.yaml', 'What is the total?', 'What is the sum?')
    await edit(own, 'projects/bills-all.yaml', 'similarity_top_k: 3', 'similarity_top_k: 4')
    await edit(own, 'workflows/nightly.yaml', 'maxFiles: 10', 'maxFiles: 20')
    await edit(own, 'workflows/payables.yaml', 'enable_highlight: false', 'enable_highlight: true')
    await edit(own, 'review-rules/payables.yaml', 'percentage: 0', 'percentage: 7')
    await target.as('admin').post('workflow/', { workflow_name: 'Scratch' })
    const { body: workflows } = await target.as('admin').get('workflow/?workflow_name=Payables')
    const versions = `workflow/${workflows[0].id}/versions/`
    const { body: versionsBefore } = await target.as('admin').get(versions)
    const diffOutput = await recto(['diff', own], toTarget)
    const applyOutput = await recto(['apply', own, '--yes'], toTarget)
    const { body: versionsAfter } = await target.as('admin').get(versions)
    const left = await recto(['diff', own], toTarget)
    const deleteOutput = await recto(['apply', own, '--yes', '--delete'], toTarget)
    const empty = await recto(['diff', own], toTarget)
    await recto(['apply', folder, '--yes'], toTarget)
    await rm(own, { recursive: true })

    expect(diffOutput).toMatchObject({ code: 1, said: '' })
    for (const line of [
      'profiles.Default profile.similarity_top_k: 3 → 4',
      'prompts.total.prompt: "What is the total?" → "What is the sum?"',
      'source.configuration.maxFiles: 10 → 20',
      'tool.settings.enable_highlight: false → true',
      'percentage: 0 → 7',
      'only on the server: workflow “Scratch”',
    ])
      expect(diffOutput.out).toContain(line)
    expect(applyOutput).toMatchObject({ code: 0, said: '' })
    expect(left).toMatchObject({ code: 1, out: 'only on the server: workflow “Scratch”\n' })
    expect(deleteOutput.out).toContain('delete workflow “Scratch”')
    expect(empty).toMatchObject({ code: 0, said: '' })
    // The project's new tool version and the change of the workflow are one version each.
    expect(versionsAfter.length).toBe(versionsBefore.length + 2)
  })
})

describe('expected values', () => {
  test('are answered before a change of a project is published, and refuse one that is worse', async () => {
    const ada = source.as('admin')
    const { projectId, documentId } = organization
    const { body: prompts } = await ada.get(`prompt-studio/prompt/?tool_id=${projectId}`)
    const truth = { document_id: documentId, prompt_id: prompts[0].prompt_id, truth: '4711' }
    const { status } = await ada.put(`prompt-studio/${projectId}/truths/`, truth)
    const own = await mkdtemp(join(tmpdir(), 'recto-worse-'))
    await cp(folder, own, { recursive: true })
    await edit(own, 'projects/bills-all.yaml', 'enforce_type: text', 'enforce_type: email')
    const environment = { ...toSource, ...secrets }
    const versionsBefore = await ada.get(`prompt-studio/${projectId}/versions/`)
    const refusedOutput = await recto(['apply', own, '--yes'], environment)
    const versionsAfter = await ada.get(`prompt-studio/${projectId}/versions/`)
    const worseOutput = await recto(['verify', 'Bills: all'], environment)
    const different = await recto(['diff', own], environment)
    const restoredOutput = await recto(['apply', folder, '--yes'], environment)
    const laterVerification = await recto(['verify', 'Bills: all'], environment)
    await rm(own, { recursive: true })

    expect(status).toBe(200)
    expect(refusedOutput).toMatchObject({ code: 1 })
    expect(refusedOutput.said).toMatch(/^projects\/bills-all\.yaml: .*worse/)
    expect(versionsAfter.body).toEqual(versionsBefore.body)
    expect(worseOutput.code).toBe(1)
    expect(worseOutput.said).toContain('it is not known whether the result got worse')
    expect(worseOutput.out).toContain('failed: number of bill.txt: expected 4711')
    expect(different.out).toContain('published: "older" → true')
    expect(restoredOutput).toMatchObject({ code: 0, said: '' })
    expect(laterVerification).toMatchObject({ code: 0, said: '' })
  })
})

/** Reads with the key of an organization. */
const toScript = (server: TestServer, variables: Variables) => (path: string) =>
  server.anonymous.get(path, {
    headers: { authorization: `Bearer ${variables.RECTO_PLATFORM_KEY}`, cookie: undefined },
  })

async function edit(path: string, file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(path, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(path, file), text.replace(from, to))
}
