import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { makeBucketConnector } from './testing/make-model-tool.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { declineTours } from './testing/sign-in.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const areas: Readonly<Record<string, readonly string[]>> = {
  lists: ['tools', 'workflows', 'api', 'etl', 'task', 'app'],
  runs: ['logs', 'logs/API', 'metrics', 'usage', 'review'],
  services: ['llms', 'embedding', 'vectorDbs', 'textExtractor', 'ocr', 'connectors', 'triad'].map(
    (name) => `settings/${name}`,
  ),
  settings: ['', 'admin', 'api-keys', 'audit', 'deployment-keys', 'groups', 'organization'].map(
    (name) => `settings/${name}`,
  ),
  people: ['settings/platform', 'settings/review', 'users', 'users/invite', 'profile'],
}

const controls =
  'button:enabled:not([aria-disabled="true"]), [role="switch"]:enabled, [role="radio"]:enabled'

describe.skipIf(!hasBrowser)(
  'a member who may read what others made is offered nothing that is refused, on',
  () => {
    let story: ToolStory
    let member: Visit
    const contents: string[] = []

    beforeAll(async () => {
      story = await openToolStory({
        name: 'Shared bills',
        prompts: { total: 'What is the total?' },
        reply: '12.00',
      })
      const { page } = story.visit
      const { ask, post } = await askAs(page)
      const share = (path: string) =>
        ask(`${path}/`, { method: 'PATCH', data: { shared_to_org: true } })
      const { workflowId, send } = await deployByCall(page, {
        tool: 'Shared bills',
        apiName: 'bills',
      })
      const { executionId } = await send({
        'invoice.pdf': new Uint8Array((await sampleInvoice(joineryInvoice)).file),
      })
      const bucket = { url: story.model.url, key: 'k', secret: 's' }
      await share(`connector/${await makeBucketConnector(page, bucket)}`)
      await share(`prompt-studio/${story.projectId}`)
      for (const { id, adapter_name } of await ask('adapter/'))
        if (adapter_name.startsWith('Model of')) await share(`adapter/${id}`)
      const { message } = await post('users/invite/', {
        users: [{ email: 'ben@recto.example', role: 'recto_user' }],
      })
      contents.push(
        `tools/${story.projectId}`,
        `tools/${story.projectId}/outputAnalyzer`,
        `workflows/${workflowId}`,
        `logs/API/${executionId}`,
      )
      member = await startVisit(story.browser, story.product)
      await member.page.goto(message[0].link)
      await member.page.getByLabel('Password').fill('four plain words here')
      await member.page.getByRole('button', { name: /^Join/ }).click()
      await member.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
      await declineTours(member.page)
    })
    afterAll(async () => {
      await member?.close()
      await story?.close()
    })

    async function findRefused(paths: readonly string[]): Promise<readonly string[]> {
      pictureOnFailure(member)
      const refusals: string[] = []
      for (const path of paths) refusals.push(...(await tryPage(member.page, `/recto/${path}`)))
      return refusals
    }

    for (const [area, paths] of Object.entries(areas)) {
      test(area, async () => expect(await findRefused(paths)).toEqual([]))
    }

    test('a project, a workflow and an execution', async () => {
      expect(await findRefused(contents)).toEqual([])
    })
  },
)

/** Uses every enabled control of a page, one of each kind, and returns those that the server refuses. */
async function tryPage(page: Page, address: string): Promise<readonly string[]> {
  const refusals: string[] = []
  const usage = { label: '' }
  const watch = (response: Response) => {
    if (response.status() !== 403 && response.status() !== 401) return
    const { pathname } = new URL(response.url())
    refusals.push(`${address}, ${usage.label}: ${response.request().method()} ${pathname}`)
  }
  page.on('response', watch)
  try {
    await useControls(page, address, usage)
  } finally {
    page.off('response', watch)
  }
  return refusals
}

/** Uses the controls one after another; `usage` says which one is in use. */
async function useControls(page: Page, address: string, usage: { label: string }): Promise<void> {
  const available = page.locator('#content').locator(controls).filter({ visible: true })
  const triedKinds = new Set<string>()
  usage.label = 'the page itself'
  await open(page, address)
  for (let place = 0; place < (await available.count()); place++) {
    const control = available.nth(place)
    const name = await nameOf(control)
    const kind = name.split(' ', 1)[0] ?? ''
    if (triedKinds.has(kind)) continue
    triedKinds.add(kind)
    // An earlier control may have left the page in a state that covers this one.
    if (!(await isClickable(control))) await open(page, address)
    usage.label = name
    const useControl = () =>
      use(page, control, (item) => {
        usage.label = `${name}, ${item}`
      })
    // What an earlier control opened may appear late, above this one.
    await useControl().catch(() => open(page, address).then(useControl))
    usage.label = 'the page itself'
    if (await hasLeft(page, address)) await open(page, address)
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
}

const isClickable = (control: Locator): Promise<boolean> =>
  control.click({ trial: true, timeout: 3_000 }).then(
    () => true,
    () => false,
  )

/** Whether the page has another address now, or something is open above it. */
async function hasLeft(page: Page, address: string): Promise<boolean> {
  const { pathname } = new URL(page.url())
  const layers = page.locator('[role="dialog"], [role="menu"]').filter({ visible: true })
  return pathname !== address || (await layers.count()) > 0
}

const nameOf = async (control: Locator): Promise<string> =>
  (await control.getAttribute('aria-label')) ?? (await control.textContent())?.trim() ?? ''

/** Clicks a control, then each item of its menu, and the main button of its dialog. */
async function use(page: Page, control: Locator, onItem: (name: string) => void): Promise<void> {
  const items = page.getByRole('menuitem', { disabled: false }).filter({ visible: true })
  for (let place = 0; ; place++) {
    if ((await items.count()) === 0) await control.click({ timeout: 5_000 })
    await page.waitForLoadState('networkidle')
    const item = items.nth(place)
    if (place >= (await items.count())) break
    onItem(await nameOf(item))
    await item.click()
    await confirm(page)
    if (!(await control.isVisible())) return
  }
  await page.keyboard.press('Escape')
  await confirm(page)
}

/** Presses the main button of a dialog that is open, as somebody would who means it. */
async function confirm(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const dialog = page.getByRole('dialog').filter({ visible: true }).last()
  if ((await dialog.count()) === 0) return
  const main = dialog.locator('.ant-btn-primary:enabled, .ant-btn-dangerous:enabled').last()
  if ((await main.count()) > 0) await main.click()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Escape')
}
