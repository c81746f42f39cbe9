import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { colorRules, findBarriers } from './find-barriers.ts'
import type { Visit } from './visit.ts'

const widths = {
  usual: { width: 1440, height: 900 },
  narrow: { width: 900, height: 900 },
  wide: { width: 1920, height: 1080 },
} as const
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]
type WindowSize = keyof typeof widths

/**
 * Fails if the page has accessibility barriers in an ordinary window, in the light or in the dark scheme. Saves
 * screenshots of both schemes in three windows in the folder `RECTO_E2E_PICTURES`, if set.
 *
 * A story looks at hundreds of states. Drawing a document again for another window takes several times as long as
 * checking it, so narrow windows are checked by `findBarriersOfState`, for every page and every main dialog.
 */
export async function lookAt(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  await savePictures(page, name)
  const [scheme, otherScheme] = await listSchemes(page)
  await show(page, scheme, 'usual')
  const barriers = await findBarriers(page)
  await show(page, otherScheme, 'usual')
  // The elements are the same, only their colors are not.
  const colorBarriers = await findBarriers(page, colorRules)
  expect(
    [...barriers, ...colorBarriers.map((barrier) => `${otherScheme}: ${barrier}`)],
    `barriers at ${page.url()}, ${name}, ${scheme}`,
  ).toEqual([])
}

/** Like `lookAt`, but checks a narrow window too, and returns the barriers, each with its scheme. */
export async function findBarriersOfState(
  { page }: Pick<Visit, 'page'>,
  name: string,
): Promise<readonly string[]> {
  await savePictures(page, name)
  const [scheme, otherScheme] = await listSchemes(page)
  await show(page, scheme, 'usual')
  const barriers = await findBarriers(page)
  await show(page, otherScheme, 'narrow')
  const narrowBarriers = await findBarriers(page)
  return [
    ...barriers.map((barrier) => `${scheme}: ${barrier}`),
    ...narrowBarriers.map((barrier) => `${otherScheme}, narrow: ${barrier}`),
  ]
}

/** The current scheme comes first: a change of the scheme styles the whole page again. */
async function listSchemes(page: Page): Promise<readonly [Scheme, Scheme]> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  return isDark ? ['dark', 'light'] : ['light', 'dark']
}

async function show(page: Page, colorScheme: Scheme, size: WindowSize): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(widths[size])
  // On a busy machine the page needs a moment to apply the scheme. Pages of the server have no such attribute.
  await page.locator(`html:is([data-scheme="${colorScheme}"], :not([data-scheme]))`).waitFor()
}

async function savePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.RECTO_E2E_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  for (const size of ['wide', 'narrow', 'usual'] as const) {
    for (const colorScheme of schemes) {
      await show(page, colorScheme, size)
      const file = `${name}-${widths[size].width}-${colorScheme}.png`
      // Controls are still changing their colors, which takes a moment.
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
    }
  }
}
