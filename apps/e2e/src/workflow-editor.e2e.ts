/**
 * The editor of a workflow in a real browser: the stages on the left and the data of the selected one on the right, in
 * wide and in narrow windows. A second member works on it without being allowed its connectors.
 */
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { makeConnectors } from './testing/make-model-tool.ts'
import { invite } from './testing/newcomers.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { declineTours } from './testing/sign-in.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const name = 'Orders'
const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 900 },
]
const member = { email: 'uma@birch.example', role: 'Recto User', password: 'four plain words here' }

describe.skipIf(!hasBrowser)('the editor of a workflow', () => {
  let buckets: BucketServer
  let story: ToolStory
  let visit: Visit
  let memberVisit: Visit
  let workflowId: string

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    for (const file of ['first.txt', 'second.txt']) {
      const body = `Order ${file}\nTotal 41.50\n`
      await fetch(`${buckets.url}/docs/in/${file}`, { method: 'PUT', body })
    }
    story = await openToolStory({ reply: '41.50', name, prompts: { total: 'What is the total?' } })
    visit = story.visit
    const database = 'postgresql://nobody:secret@127.0.0.1:9/books'
    await makeConnectors(visit.page, { bucket: buckets, database })
    workflowId = await makeWorkflow()
  })
  afterAll(async () => {
    await memberVisit?.close()
    await story?.close()
    await buckets?.stop()
  })

  /** Makes a workflow from a folder of the bucket to another one. */
  async function makeWorkflow(): Promise<string> {
    const { ask, post } = await askAs(visit.page)
    const [bucket] = await ask('connector/?connector_mode=FILE_SYSTEM')
    const { id } = await post('workflow/', { workflow_name: name })
    for (const end of await ask(`workflow/${id}/endpoint/`)) {
      const isSource = end.endpoint_type === 'SOURCE'
      const configuration = isSource ? { folders: ['docs/in'] } : { outputFolder: 'docs/out' }
      const data = { connection_type: 'FILESYSTEM', connector_instance: bucket.id, configuration }
      await ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
    }
    const [tool] = (await ask('tool/')).filter((one: { name: string }) => one.name === name)
    await post('tool_instance/', { workflow_id: id, tool_id: tool.function_name })
    return id
  }

  const button = (label: string) => visit.page.getByRole('button', { name: label, exact: true })
  const dialog = () => visit.page.getByRole('dialog').last()
  const stages = () => visit.page.getByRole('region', { name: 'Stages' })
  const data = () => visit.page.getByRole('region', { name: 'Input and output' })
  const panel = () => visit.page.getByRole('complementary', { name: 'Tools' })
  const tab = (label: string) => visit.page.getByRole('tab', { name: label, exact: true })
  const isTabOff = async (label: string) =>
    (await tab(label).getAttribute('aria-disabled')) === 'true'

  /** Selects a stage by its heading. */
  const select = (stage: string) =>
    visit.page
      .getByRole('article', { name: stage, exact: true })
      .getByRole('heading')
      .getByRole('button')
      .click()

  async function boxOf(place: Locator) {
    const box = await place.boundingBox()
    if (!box) throw new Error('It is not visible.')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }

  test('has the stages in the left pane and the data of the selected one in the right pane [WF-029 WF-030]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/workflows/${workflowId}`)
    await data().getByText('Select a workflow stage to see input and output data here.').waitFor()
    await lookAt(visit, 'w01-nothing-selected')
    await button('Run Workflow').click()
    await data().getByText('41.50', { exact: true }).waitFor()

    for (const size of sizes) {
      await page.setViewportSize(size)
      // The page lays itself out anew a moment after its window has changed.
      await expect
        .poll(async () => {
          const left = await boxOf(stages())
          const right = await boxOf(data())
          return [left.right <= right.x, left.y === right.y]
        })
        .toEqual([true, true])
      const right = await boxOf(data())
      expect(right.right).toBeLessThanOrEqual(size.width)
      // What was read is in the pane, and is not wider than it.
      const value = await boxOf(data().getByText('41.50', { exact: true }))
      expect([value.x >= right.x, value.right <= right.right]).toEqual([true, true])
      const widths = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      )
      expect(widths[0]).toBeLessThanOrEqual(widths[1])
      const tops = await Promise.all(
        ['Source', name, 'Destination'].map(
          async (stage) => (await boxOf(page.getByRole('article', { name: stage, exact: true }))).y,
        ),
      )
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect((await boxOf(panel())).x).toBeGreaterThanOrEqual((await boxOf(data())).right)
    await lookAt(visit, 'w02-tool-selected')
    await select('Destination')
    await data().getByText('"total"').waitFor()
    await lookAt(visit, 'w03-destination-selected')
  })

  test('opens the settings of the tool only while the tool is selected [WF-033]', async () => {
    pictureOnFailure(visit)
    await expect.poll(() => isTabOff('Tool Settings')).toBe(true)
    await select(name)
    await expect.poll(() => isTabOff('Tool Settings')).toBe(false)
    await tab('Tool Settings').click()
    await panel().getByTitle('Exclude it from prompts').waitFor()
    await lookAt(visit, 'w04-tool-settings')
    await select(name)
    await expect.poll(() => isTabOff('Tool Settings')).toBe(true)
  })

  test('shows three settings of a source, and those that are unusual', async () => {
    pictureOnFailure(visit)
    const source = visit.page.getByRole('article', { name: 'Source', exact: true })
    const configure = () => source.getByRole('button', { name: 'Configure', exact: true }).click()
    const isShown = (label: string) => dialog().getByLabel(label, { exact: true }).isVisible()
    await configure()
    await dialog().getByRole('button', { name: 'More settings (8)' }).waitFor()
    expect([
      await isShown('Folders to process'),
      await isShown('Process subfolders'),
      await isShown('Maximum files per run'),
      await isShown('File name pattern'),
    ]).toEqual([true, true, true, false])
    await lookAt(visit, 'w05-source')
    await dialog().getByRole('button', { name: 'More settings (8)' }).click()
    await dialog().getByLabel('File name pattern').fill('*.txt')
    await lookAt(visit, 'w06-source-unfolded')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })

    await configure()
    await dialog().getByRole('button', { name: 'More settings (7)' }).waitFor()
    expect(await isShown('File name pattern')).toBe(true)
    await lookAt(visit, 'w07-source-unusual')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })

  test('asks before its cache or the history of its files is cleared', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const questions = [
      ['Clear Cache', 'Clear the cache?', 'w08-clear-cache'],
      ['Clear Processed File History', 'Clear the file history?', 'w08-clear-history'],
    ] as const
    for (const [item, question, picture] of questions) {
      await button('More actions').click()
      await page.getByRole('menuitem', { name: item }).click()
      await dialog().getByText(question).waitFor()
      await lookAt(visit, picture)
      await dialog().getByRole('button', { name: 'Cancel' }).click()
      await dialog().waitFor({ state: 'hidden' })
    }
  })

  test('names its connectors to a member who may not use them', async () => {
    pictureOnFailure(visit)
    await visit.page.setViewportSize({ width: 1440, height: 900 })
    const link = await invite(visit.page, member)
    memberVisit = await startVisit(story.browser, story.product)
    memberVisit.expectRefusal('401 GET /api/v1/session')
    pictureOnFailure(memberVisit)
    const { page } = memberVisit
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: /^Join / }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    await declineTours(page)
    await page.goto(`/recto/workflows/${workflowId}`)
    for (const stage of ['Source', 'Destination']) {
      const card = page.getByRole('article', { name: stage, exact: true })
      await card.getByText('Invoices in').waitFor()
    }
    await lookAt(memberVisit, 'w09-member')
    const source = page.getByRole('article', { name: 'Source', exact: true })
    await source.getByRole('button', { name: 'Configure', exact: true }).click()
    await page.getByText(/^This connector is not shared with you\./).waitFor()
    await lookAt(memberVisit, 'w10-member-source')
    await page.getByLabel('File name pattern').fill('f*.txt')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Successfully updated').waitFor()
  })

  test('lets the member share what they may work on, and look at what they may only use [AD-062]', async () => {
    pictureOnFailure(memberVisit)
    const { page } = memberVisit
    const { ask, post } = await askAs(visit.page)
    const { members } = await ask('users/')
    const { id } = members.find(({ email }: { email: string }) => email === member.email)
    const adapters = await ask('adapter/?adapter_type=LLM')
    const adapterName = `Model of ${name}`
    const adapter = adapters.find(
      (one: { adapter_name: string }) => one.adapter_name === adapterName,
    )
    await post(`adapter/${adapter.id}/share/`, { shared_users: [id] })
    await post(`workflow/${workflowId}/share/`, { shared_users: [id] })

    await page.goto('/recto/settings/llms')
    await page.getByRole('button', { name: `Share ${adapterName}` }).click()
    const share = page.getByRole('dialog', { name: /^Share/ })
    await share.getByRole('list', { name: 'Shared with' }).getByText(member.email).waitFor()
    expect(await share.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await lookAt(memberVisit, 'w11-share-adapter')

    await page.goto('/recto/workflows?owner=all')
    await page.getByRole('button', { name: `Share ${name}` }).click()
    await share.getByRole('list', { name: 'Shared with' }).getByText(member.email).waitFor()
    expect(await share.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await lookAt(memberVisit, 'w12-share-workflow')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
    expect(memberVisit.problems()).toEqual([])
  })
})
