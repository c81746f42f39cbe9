import { type Browser, openBrowser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { declineTours } from '../../../apps/e2e/src/testing/sign-in.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import type { StudioProject } from './make-project.ts'
import { type FieldTableFigures, measureFieldTable } from './measure-field-table.ts'
import { measureRuns, type RunFigures } from './measure-runs.ts'
import { type PageTrace, tracePage } from './trace-page.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

export type ProjectPageFigures = {
  /** Time from the click in the list until the values of the visible prompts are drawn. */
  readonly openMilliseconds: readonly number[]
  /** Time for the same page when its address is entered and the whole page is loaded. */
  readonly loadMilliseconds: readonly number[]
  /** Time from each key press until its change is laid out. */
  readonly keyMilliseconds: readonly number[]
  /** Total main-thread time per key press, including later work. */
  readonly threadMillisecondsPerKey: number
  /** Number of requests when the project is opened from the list. */
  readonly requests: number
  /** Results of the browser's performance trace. */
  readonly traces: { readonly opening: PageTrace; readonly typing: PageTrace }
  /** The same project as a table. */
  readonly fieldTable: FieldTableFigures
  readonly runs: RunFigures
}

type LookOptions = { readonly person: Person; readonly origin: string; readonly turns: number }

/** Opens the project in a real browser, types into its first prompt and runs everything. */
export async function measureProjectPage(
  project: StudioProject,
  { person, origin, turns }: LookOptions,
): Promise<ProjectPageFigures> {
  await using cleaning = new AsyncDisposableStack()
  const browser = await openBrowser()
  cleaning.defer(() => browser.close())
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
  })
  const cookies = Object.entries(await person.cookies())
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  await page.goto('/recto/tools')
  await declineTours(page)

  const openMilliseconds: number[] = []
  const loadMilliseconds: number[] = []
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  // The first turn is not measured, because the browser fills its caches then.
  for (let turn = 0; turn <= turns; turn++) {
    const link = await findLink(page, project)
    const openTimes = await timed(page, project, () => link.click())
    const loadTimes = await timed(page, project, () => page.reload({ waitUntil: 'commit' }))
    if (turn === 0) continue
    openMilliseconds.push(openTimes)
    loadMilliseconds.push(loadTimes)
  }
  const link = await findLink(page, project)
  requests = 0
  const { trace: opening } = await tracePage(page, async () => {
    await link.click()
    await waitUntilShown(page, project)
  })
  await page.waitForLoadState('networkidle')
  const requestCount = requests
  const { result: keys, trace: typing } = await tracePage(page, () => typeInto(page))
  const openList = async () => {
    const projectLink = await findLink(page, project)
    return () => projectLink.click()
  }
  const fieldTable = await measureFieldTable(page, project, { turns, openList })
  const runs = await measureRuns(page)
  const traces = { opening, typing }
  const figures = { openMilliseconds, loadMilliseconds, ...keys, requests: requestCount }
  return { ...figures, traces, fieldTable, runs }
}

async function findLink(page: Page, { name }: StudioProject) {
  await page.goto('/recto/tools')
  const link = page.getByRole('link', { name, exact: true })
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  return link
}

async function timed(
  page: Page,
  project: StudioProject,
  act: () => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  await act()
  await waitUntilShown(page, project)
  return performance.now() - start
}

/** Waits until every prompt is on the page, the visible ones show their values, and everything is drawn. */
async function waitUntilShown(page: Page, { promptIds }: StudioProject): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const isShown = () => document.querySelectorAll('.prompt-slot').length === ${promptIds.length}
      && document.querySelector('[data-prompt] .result-body')?.textContent?.startsWith('V-1-')
    const look = () => isShown() ? setTimeout(done) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)
}

const keys = 'Which of the numbers on this form is the first one, without its spaces?'

/** Time until a text is saved and the resulting changes are fetched. */
const pauseMilliseconds = 2500

/** Measures from the event of a key press until all resulting changes are laid out. */
const watchKeys = `(() => {
  globalThis.keyMilliseconds = []
  const channel = new MessageChannel()
  let since
  channel.port1.onmessage = () => {
    document.body.getBoundingClientRect()
    keyMilliseconds.push(performance.now() - since)
  }
  addEventListener('keydown', () => { since = performance.now() }, { capture: true })
  addEventListener('input', () => channel.port2.postMessage(undefined))
})()`

/** Types faster than a person, with a pause in the middle in which the text is saved. */
async function typeInto(
  page: Page,
): Promise<Pick<ProjectPageFigures, 'keyMilliseconds' | 'threadMillisecondsPerKey'>> {
  const field = page.locator('[data-prompt] textarea').first()
  await field.click()
  await page.keyboard.press('End')
  await page.evaluate(watchKeys)
  const thread = await page.context().newCDPSession(page)
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' })
  const secondsBefore = await threadSeconds(thread)
  for (const part of [keys, keys]) {
    await page.keyboard.type(part, { delay: 50 })
    await page.waitForTimeout(pauseMilliseconds)
  }
  const secondsTaken = (await threadSeconds(thread)) - secondsBefore
  return {
    keyMilliseconds: await page.evaluate<number[]>('globalThis.keyMilliseconds'),
    threadMillisecondsPerKey: (secondsTaken * 1000) / (2 * keys.length),
  }
}

type Thread = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

async function threadSeconds(thread: Thread): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}
