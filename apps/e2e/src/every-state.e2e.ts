/**
 * What people see of a page before it is what it will be: while it loads, when nothing could be loaded, when there is
 * nothing yet, and while something runs. Pages of one area share their parts, so the first two of each are visited;
 * `RECTO_E2E_STATES=all` visits every page, which takes ten minutes.
 */
import process from 'node:process'
import type { Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesByArea } from './testing/all-pages.ts'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { fewRounds, findLayoutFaults } from './testing/find-layout-faults.ts'
import { findBarriersOfState } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

/** What the pages ask before they know who is there. Everything else is asked by a page of its own. */
const startPaths = [
  '/session',
  '/organization',
  '/set',
  '/users/profile/',
  '/adapter/',
  '/flags/',
  '/get_role',
  // The panel's. Those of an execution are content.
  '/recto/recto/logs/',
]

const isContent = ({ pathname }: URL): boolean =>
  pathname.startsWith('/api/v1/') && !startPaths.some((path) => pathname.endsWith(path))

const failure = {
  status: 500,
  json: {
    type: 'server_error',
    errors: [{ code: 'error', detail: 'The database is not reachable.', attr: null }],
  },
}

/** Two frames, in which a page draws what it has heard. */
const twoFrames = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`

const prompts = Object.fromEntries(
  Array.from({ length: 12 }, (_, number) => [`field_${number}`, `What is the field ${number}?`]),
)

const maxPages = process.env.RECTO_E2E_STATES === 'all' ? Number.POSITIVE_INFINITY : 2

describe.skipIf(!hasBrowser)('nothing overlaps, overflows, is cut off or is a barrier', () => {
  let story: ToolStory
  let visit: Visit
  const contents: string[] = []
  const runGate = Promise.withResolvers<void>()

  beforeAll(async () => {
    story = await openToolStory({ name: 'Orders of the month', prompts, reply: 'NA' })
    visit = story.visit
    const { ask, post } = await askAs(visit.page)
    const { workflowId, send } = await deployByCall(visit.page, {
      tool: 'Orders of the month',
      apiName: 'orders',
    })
    const turns = Array.from({ length: 200 }, () => ({ until: runGate.promise, reply: 'NA' }))
    story.model.script(...turns)
    const files = { 'order.txt': 'Total 1.00', 'second order of the month.txt': 'Total 2.00' }
    const { executionId } = await send(files, { waits: false })
    const project = await ask(`prompt-studio/${story.projectId}/`)
    // Documents that are summarized have a further tab beside the bar of the viewer.
    await ask(`prompt-studio/${story.projectId}/`, {
      method: 'PATCH',
      data: { summarize_context: true, summarize_llm_profile: project.default_profile },
    })
    const documents = await ask(`prompt-studio/prompt-document/?tool_id=${story.projectId}`)
    await post(`prompt-studio/${story.projectId}/runs/`, {
      prompt_ids: project.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id),
      document_ids: documents.map(({ document_id }: { document_id: string }) => document_id),
      profile_ids: [project.default_profile],
    })
    contents.push(
      `tools/${story.projectId}`,
      `tools/${story.projectId}/outputAnalyzer`,
      `workflows/${workflowId}`,
      `logs/API/${executionId}`,
    )
  })
  afterAll(async () => {
    runGate.resolve()
    await story?.close()
  })

  async function findFaults(name: string, rounds = fewRounds): Promise<readonly string[]> {
    const faults = [
      ...(await findBarriersOfState(visit, name)),
      ...(await closeAlerts(visit.page)),
      ...(await findLayoutFaults(visit.page, rounds)),
    ]
    return faults.map((fault) => `${name}, ${fault}`)
  }

  async function findFaultsBeforeContent(paths: readonly string[]): Promise<readonly string[]> {
    pictureOnFailure(visit)
    const faults: string[] = []
    for (const path of paths) {
      const name = path.replace(/[\da-f-]{36}/, 'id').replaceAll(/\W+/g, '-')
      const { fail, stop } = await holdContent(visit.page, `/recto/${path}`)
      // Texts stay longer, and what comes next would have two lengths.
      faults.push(...(await findFaults(`loading-${name}`, fewRounds.slice(0, 1))))
      await fail()
      faults.push(...(await findFaults(`failing-${name}`)))
      await stop()
    }
    return faults
  }

  test('on a page where something runs', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const faults: string[] = []
    for (const [index, path] of [...contents, 'logs/API', 'tools', 'api'].entries()) {
      await page.goto(`/recto/${path}`)
      await page.waitForLoadState('networkidle')
      faults.push(...(await findFaults(`busy-${index}`)))
    }
    expect(faults).toEqual([])
  })

  for (const [area, paths] of Object.entries(pagesByArea)) {
    test(`before there is anything, and without a reply, on the pages of ${area}`, async () => {
      expect(await findFaultsBeforeContent(paths.slice(0, maxPages))).toEqual([])
    })
  }

  test('before there is anything, and without a reply, of a project, a workflow and a run', async () => {
    expect(await findFaultsBeforeContent(contents)).toEqual([])
  })

  test('on a page where there is nothing yet', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const faults: string[] = []
    await page.route(isContent, answerNothing)
    const lists = ['work', 'runs', 'review', 'people', 'services', 'settings'] as const
    for (const path of lists.flatMap((area) => pagesByArea[area]?.slice(0, maxPages) ?? [])) {
      await page.goto(`/recto/${path}`)
      await page.waitForLoadState('networkidle')
      faults.push(...(await findFaults(`empty-${path.replaceAll(/\W+/g, '-')}`)))
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults).toEqual([])
  })
})

/**
 * Closes all alerts, as somebody does who needs what one covers: in a window of 720 × 450 px there is no corner without
 * a button. Returns those that cannot be closed.
 */
async function closeAlerts(page: Page): Promise<readonly string[]> {
  const alerts = page.locator('.ant-notification-notice')
  await alerts.locator('.ant-notification-notice-close').evaluateAll((buttons) => {
    for (const button of buttons) (button as unknown as { click(): void }).click()
  })
  const isClosed = await alerts
    .first()
    .waitFor({ state: 'detached' })
    .then(
      () => true,
      () => false,
    )
  return isClosed ? [] : [`an alert stays: ${await alerts.first().textContent()}`]
}

/** Answers as the server does, without the entries of its lists. */
async function answerNothing(route: Route): Promise<void> {
  if (route.request().method() !== 'GET') return route.continue()
  const response = await route.fetch()
  const body: unknown = await response.json().catch(() => undefined)
  if (Array.isArray(body)) return route.fulfill({ response, json: [] })
  if (typeof body !== 'object' || body === null) return route.fulfill({ response })
  const emptyEntries = Object.entries(body).map(([name, value]) => {
    if (name === 'count') return [name, 0]
    return [name, Array.isArray(value) ? [] : value]
  })
  return route.fulfill({ response, json: Object.fromEntries(emptyEntries) })
}

/**
 * Opens a page and holds back what it asks the server for. Resolves when nothing else is on its way. `fail` then refuses
 * all that was asked and will be, and `stop` lets the replies pass again.
 */
async function holdContent(page: Page, address: string) {
  const release = Promise.withResolvers<void>()
  const pending = new Set<Request>()
  const addPending = (request: Request) => {
    if (!isContent(new URL(request.url()))) pending.add(request)
  }
  const removePending = (request: Request) => void pending.delete(request)
  page.on('request', addPending)
  page.on('requestfinished', removePending)
  page.on('requestfailed', removePending)
  await page.route(isContent, async (route) => {
    await release.promise
    // The page may have been left meanwhile.
    await route.fulfill(failure).catch(() => undefined)
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  do await page.evaluate(twoFrames)
  while (pending.size > 0)

  return {
    async fail() {
      release.resolve()
      await page.waitForLoadState('networkidle')
    },
    async stop() {
      page.off('request', addPending)
      page.off('requestfinished', removePending)
      page.off('requestfailed', removePending)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  }
}
