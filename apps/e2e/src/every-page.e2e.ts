import process from 'node:process'
import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherPages, pagesByArea } from './testing/all-pages.ts'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { fewRounds, findLayoutFaults } from './testing/find-layout-faults.ts'
import { findBarriersOfState } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure } from './testing/visit.ts'

/** Chosen pages, for somebody who repairs them. */
const chosenPages = process.env.RECTO_E2E_PAGES?.split(',')

describe.skipIf(!hasBrowser)(
  'nothing overlaps, overflows, is cut off or is a barrier on the pages of',
  () => {
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
      const longProjectId = await makeLongProject(page)
      contents.push(
        `tools/${longProjectId}`,
        `tools/${longProjectId}/outputAnalyzer`,
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
      for (const address of addresses.filter((one) => chosenPages?.includes(one) ?? true)) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(address)
        await page.waitForLoadState('networkidle')
        const name = address.slice(1).replaceAll(/\W+/g, '-')
        const pageFaults = [
          ...(await findBarriersOfState(story.visit, `page-${name}`)),
          ...(await findLayoutFaults(page)),
        ]
        faults.push(...pageFaults.map((fault) => `${address}, ${fault}`))
        if (!(await openDialog(page))) continue
        const dialogFaults = [
          ...(await findBarriersOfState(story.visit, `dialog-${name}`)),
          ...(await findLayoutFaults(page, fewRounds)),
        ]
        faults.push(...dialogFaults.map((fault) => `dialog of ${address}, ${fault}`))
      }
      return faults
    }

    for (const [area, paths] of Object.entries(pagesByArea)) {
      test(area, async () => {
        expect(await findFaults(paths.map((path) => `/recto/${path}`))).toEqual([])
      })
    }

    test('the menus of the top bar', async () => {
      pictureOnFailure(story.visit)
      const { page } = story.visit
      const faults: string[] = []
      for (const name of ['Switch product', /account menu for/] as const) {
        await page.goto('/recto/profile')
        await page.waitForLoadState('networkidle')
        await page.getByRole('button', { name }).click()
        const items = page.getByRole('menu').locator('.pop-menu-item')
        await items.first().waitFor()
        faults.push(
          ...(await findBarriersOfState(
            story.visit,
            `menu-${String(name).replaceAll(/\W+/g, '-')}`,
          )),
          ...(await findLayoutFaults(page)),
        )
        // Each product has a logo of its own.
        const logos = await items
          .locator('svg[data-product]')
          .evaluateAll((all) => all.map((logo) => logo.innerHTML))
        expect(new Set(logos).size).toBe(logos.length)
      }
      expect(faults).toEqual([])
    })

    test('the dialogs of notifications and documents', async () => {
      pictureOnFailure(story.visit)
      const { page } = story.visit
      await makeNotifications(page)
      const faults: string[] = []
      const look = async (name: string) => {
        const stateFaults = [
          ...(await findBarriersOfState(story.visit, `dialog-${name}`)),
          ...(await findLayoutFaults(page, fewRounds)),
        ]
        faults.push(...stateFaults.map((fault) => `${name}, ${fault}`))
      }
      const openNotifications = async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto('/recto/api')
        await page.getByRole('button', { name: 'Actions for Every page' }).click()
        await page.getByRole('menuitem', { name: 'Setup Notifications' }).click()
        await page.getByRole('row', { name: /Ledger service/ }).waitFor()
      }
      await openNotifications()
      for (const width of [1440, 900]) {
        await page.setViewportSize({ width, height: 900 })
        const deleteButton = page.getByRole('button', { name: 'Delete Ledger service' })
        const edges = [deleteButton, page.getByRole('dialog')].map(async (one) => {
          const box = await one.boundingBox()
          return box ? box.x + box.width : 0
        })
        const [buttonEdge = 0, dialogEdge = 0] = await Promise.all(edges)
        expect(buttonEdge).toBeLessThan(dialogEdge)
      }
      await look('notifications')
      await openNotifications()
      await page.getByRole('button', { name: 'Send a test message to Ledger service' }).click()
      await page.locator('.ant-notification-notice').first().waitFor()
      await page.getByRole('button', { name: 'Messages to Ledger service' }).click()
      await page.getByRole('cell', { name: 'Failed', exact: true }).waitFor()
      await look('deliveries')
      await openNotifications()
      await page.getByRole('button', { name: 'New notification' }).click()
      await page.getByRole('dialog').getByLabel('URL').waitFor()
      await look('new-notification')

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`/recto/${contents[0]}`)
      await page.getByRole('button', { name: 'Manage Documents' }).click()
      await page.getByRole('radio').first().waitFor()
      await look('documents')
      expect(faults).toEqual([])
    })

    test('projects, workflows and executions', async () => {
      expect(await findFaults(contents.map((path) => `/recto/${path}`))).toEqual([])
    })

    test('the way in, and of the text product', async () => {
      expect(await findFaults(otherPages)).toEqual([])
    })
  },
)

/** A project with more fields than fit on a screen, most of which the document does not have. */
async function makeLongProject(page: Page): Promise<string> {
  const { post } = await askAs(page)
  const { tool_id, default_profile } = await post('prompt-studio/', {
    tool_name: 'Delivery notes of all suppliers, with everything that they may say',
    description: 'For one screen, this is too much, and the document says little of it. '.repeat(4),
    author: 'Ada Lovelace-Byron of Kirkby Mallory',
  })
  for (let number = 1; number <= 40; number++) {
    await post(`prompt-studio/prompt-studio-prompt/${tool_id}/`, {
      prompt_key: `certificate_of_origin_of_part_${number}`,
      prompt: `Which certificate of origin does part number ${number} of the delivery have?`,
      tool_id,
      prompt_type: 'PROMPT',
      enforce_type: 'text',
      profile_manager: default_profile,
    })
  }
  const buffer = Buffer.from('Delivery note 4711\nParts 2\n')
  await runInStudio(page, tool_id, {
    name: 'delivery-note-4711-of-the-supplier-with-a-long-name.txt',
    mimeType: 'text/plain',
    buffer,
  })
  return tool_id
}

/** Has runs of the deployment told to two addresses, at which nobody listens. */
async function makeNotifications(page: Page): Promise<void> {
  const { ask, post } = await askAs(page)
  const deployments = await ask('api/deployment/')
  const { id: api } = deployments.find((one: { api_name: string }) => one.api_name === 'every-page')
  await ask(`api/deployment/${api}/`, { method: 'PATCH', data: { display_name: 'Every page' } })
  for (const name of ['Ledger service', 'The channel of everybody who pays invoices']) {
    await post('notifications/', {
      name,
      url: 'http://127.0.0.1:9/of/somebody/who/wants/to/know/when/a/run/has/ended',
      notification_type: 'WEBHOOK',
      authorization_type: 'NONE',
      platform: 'API',
      api,
    })
  }
}

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
