import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { keepPictures } from './keep-pictures.ts'
import type { Product } from './start-product.ts'

/** A person with their own browser window. */
export type Visit = {
  readonly page: Page
  /** Announces an expected error response, such as `401 POST /api/v1/login`. */
  expectRefusal(refusal: string): void
  /** Fails if the current page violates the accessibility rules of axe. */
  checkPage(): Promise<void>
  /**
   * Returns the problems so far: console errors, requests to other hosts, and error responses that were not
   * announced.
   */
  problems(): readonly string[]
  close(): Promise<void>
}

/** Opens a window with a new browser context. */
export async function startVisit(
  browser: Browser,
  { origin }: Pick<Product, 'origin'>,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const expected = new Set<string>()
  const problems = watch(context, origin)
  // The product is selected already, as it is after the landing page of the platform.
  await context.addInitScript(() => {
    try {
      if (!localStorage.getItem('selectedProduct')) localStorage.setItem('selectedProduct', 'recto')
    } catch {
      // A page without an origin has no storage.
    }
  })
  const page = await context.newPage()

  return {
    page,
    expectRefusal: (refusal) => void expected.add(refusal),
    async checkPage() {
      expect(await findBarriers(page), `barriers at ${page.url()}`).toEqual([])
      await keepPictures(page)
    },
    problems: () => problems.filter((problem) => !expected.has(problem)),
    close: () => context.close(),
  }
}

/** Takes a screenshot if the running test fails. */
export function pictureOnFailure({ page }: Visit): void {
  onTestFailed(async ({ task }) => {
    const folder = join(tmpdir(), 'recto-e2e-failures')
    await mkdir(folder, { recursive: true })
    const path = join(folder, `${task.name.replace(/\W+/g, '-')}.png`)
    await page.screenshot({ path, fullPage: true })
    console.error(`At ${page.url()}, as seen in ${path}`)
  })
}

function watch(context: BrowserContext, origin: string): readonly string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    // Failed requests are reported as responses below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isRemote = /^(https?|wss?):$/.test(url.protocol) && url.origin !== origin
    if (isRemote) problems.push(`another host: ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    problems.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  return problems
}
