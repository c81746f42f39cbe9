import process from 'node:process'
import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { findLayoutFaults } from './testing/find-layout-faults.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { pictureOnFailure } from './testing/visit.ts'

const areas: Readonly<Record<string, readonly string[]>> = {
  work: ['tools', 'workflows', 'api', 'etl', 'task', 'pipelines/new', 'app', 'onboard'],
  runs: ['logs', 'logs/API', 'metrics', 'usage'],
  review: ['review', 'review/approve', 'review/download_and_sync', 'review/progress'],
  people: ['users', 'users/invite', 'profile', 'profile/account'],
  services: ['llms', 'embedding', 'vectorDbs', 'textExtractor', 'ocr', 'triad', 'connectors'].map(
    (name) => `settings/${name}`,
  ),
  settings: ['', 'admin', 'api-keys', 'audit', 'deployment-keys', 'groups', 'organization'].map(
    (name) => `settings/${name}`,
  ),
  'more settings': ['settings/platform', 'settings/review', 'no-such-page'],
}

const shared = [
  '/landing',
  '/docs',
  '/guide',
  '/guide/first-values',
  '/guide/clients-of-other-parsers',
  '/error?code=INF',
  '/selectProduct',
  '/setOrg',
  '/forgotten-password',
  '/simple-prompt-studio',
  '/verticals',
  '/llm-whisperer/recto/playground',
  '/llm-whisperer/recto/dashboard',
  '/llm-whisperer/recto/api-keys',
]

/** Chosen pages, for somebody who repairs them. */
const chosen = process.env.RECTO_E2E_PAGES?.split(',')

describe.skipIf(!hasBrowser)('nothing overlaps, overflows or is cut off on the pages of', () => {
  let story: Story
  const contents: string[] = []

  beforeAll(async () => {
    story = await openStory()
    const { page } = story.visit
    const { ask, post } = await askAs(page)
    for (const month of ['January', 'February', 'March'])
      await post('workflow/', { workflow_name: `Orders of the month of ${month}` })
    const tool = 'Invoices (sample)'
    const { workflowId, send } = await deployByCall(page, { tool, apiName: 'every-page' })
    const { executionId } = await send({
      'invoice.pdf': new Uint8Array((await sampleInvoice(joineryInvoice)).file),
      'no-document.pdf': 'This is no document.',
    })
    const [project] = await ask('prompt-studio/')
    contents.push(
      `tools/${project.tool_id}`,
      `tools/${project.tool_id}/outputAnalyzer`,
      `workflows/${workflowId}`,
      `logs/API/${executionId}`,
    )
  })
  afterAll(() => story?.close())

  async function findFaults(addresses: readonly string[]): Promise<readonly string[]> {
    pictureOnFailure(story.visit)
    const { page } = story.visit
    const faults: string[] = []
    for (const address of addresses.filter((one) => chosen?.includes(one) ?? true)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      const pageFaults = await findLayoutFaults(page)
      faults.push(...pageFaults.map((fault) => `${address}, ${fault}`))
      if (!(await openDialog(page))) continue
      const dialogFaults = await findLayoutFaults(page)
      faults.push(...dialogFaults.map((fault) => `dialog of ${address}, ${fault}`))
    }
    return faults
  }

  for (const [area, paths] of Object.entries(areas)) {
    test(area, async () => {
      expect(await findFaults(paths.map((path) => `/recto/${path}`))).toEqual([])
    })
  }

  test('projects, workflows and executions', async () => {
    expect(await findFaults(contents.map((path) => `/recto/${path}`))).toEqual([])
  })

  test('the way in, and of the text product', async () => {
    expect(await findFaults(shared)).toEqual([])
  })
})

/** Opens the dialog of the main action of a page, if it has one. */
async function openDialog(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await page.waitForLoadState('networkidle')
  const action = page.locator('.page-actions .ant-btn-primary:enabled')
  if ((await action.count()) === 0) return false
  const { pathname } = new URL(page.url())
  await action.first().click()
  await page.waitForLoadState('networkidle')
  if (new URL(page.url()).pathname !== pathname) return false
  return page.getByRole('dialog').first().isVisible()
}
