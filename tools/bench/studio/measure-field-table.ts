import type { Browser } from '../../../apps/e2e/src/testing/open-browser.ts'
import type { StudioProject } from './make-project.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

export type FieldTableFigures = {
  /** Time from the click in the list until the values of all rows are drawn. */
  readonly openMilliseconds: readonly number[]
  /** Time from a key press that selects another row until its change is laid out. */
  readonly keyMilliseconds: readonly number[]
}

const keyPresses = 60

/** Measures from the event of a key press until all resulting changes are laid out. */
const watchKeys = `(() => {
  globalThis.keyMilliseconds = []
  const channel = new MessageChannel()
  let since
  channel.port1.onmessage = () => {
    document.body.getBoundingClientRect()
    keyMilliseconds.push(performance.now() - since)
  }
  addEventListener('keydown', () => {
    since = performance.now()
    channel.port2.postMessage(undefined)
  }, { capture: true })
})()`

/** Opens the project as a table, and moves through its rows with the arrow keys. */
export async function measureFieldTable(
  page: Page,
  project: StudioProject,
  { turns, openList }: { readonly turns: number; openList(): Promise<() => Promise<void>> },
): Promise<FieldTableFigures> {
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await waitUntilShown(page, project)
  const openMilliseconds: number[] = []
  for (let turn = 0; turn <= turns; turn++) {
    const open = await openList()
    const start = performance.now()
    await open()
    await waitUntilShown(page, project)
    // The first turn is not measured, because the browser fills its caches then.
    if (turn > 0) openMilliseconds.push(performance.now() - start)
  }
  await page.waitForLoadState('networkidle')
  await page.locator('tr[data-slot]').first().focus()
  await page.evaluate(watchKeys)
  for (let count = 0; count < keyPresses; count++) {
    await page.keyboard.press(count < keyPresses / 2 ? 'ArrowDown' : 'ArrowUp', { delay: 20 })
  }
  return { openMilliseconds, keyMilliseconds: await page.evaluate<number[]>('keyMilliseconds') }
}

/** Waits until every row is on the page, and the first one shows its value. */
async function waitUntilShown(page: Page, { promptIds }: StudioProject): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const rows = () => document.querySelectorAll('tr[data-slot]')
    const isShown = () => rows().length === ${promptIds.length}
      && rows()[0].querySelector('.field-text')?.textContent?.startsWith('V-1-')
    const look = () => isShown() ? setTimeout(done) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)
}
