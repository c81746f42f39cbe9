import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import type { Visit } from './visit.ts'

const widths = {
  usual: { width: 1440, height: 900 },
  narrow: { width: 900, height: 900 },
  wide: { width: 1920, height: 1080 },
} as const
const states = [
  { colorScheme: 'light', size: 'wide', isChecked: false },
  { colorScheme: 'dark', size: 'wide', isChecked: false },
  { colorScheme: 'light', size: 'narrow', isChecked: false },
  { colorScheme: 'dark', size: 'narrow', isChecked: true },
  { colorScheme: 'dark', size: 'usual', isChecked: false },
  { colorScheme: 'light', size: 'usual', isChecked: true },
] as const

/**
 * Fails if the page has accessibility barriers, in the light scheme in a wide window and in the dark scheme in a
 * narrow one. Saves screenshots of all six states in the folder `RECTO_E2E_PICTURES`, if set.
 */
export async function lookAt(visit: Visit, name: string): Promise<void> {
  const barriers = await findBarriersOfState(visit, name)
  expect(barriers, `barriers at ${visit.page.url()}, ${name}`).toEqual([])
}

/** Like `lookAt`, but returns the barriers, each with its scheme. */
export async function findBarriersOfState(
  { page }: Pick<Visit, 'page'>,
  name: string,
): Promise<readonly string[]> {
  const folder = process.env.RECTO_E2E_PICTURES
  if (folder) await mkdir(folder, { recursive: true })
  const barriers: string[] = []
  for (const { colorScheme, size, isChecked } of states) {
    // Drawing a state that nobody looks at takes as long as drawing one that is checked.
    if (!isChecked && !folder) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(widths[size])
    // On a busy machine the page needs a moment to apply the scheme. Pages of the server have no such attribute.
    await page.locator(`html:is([data-scheme="${colorScheme}"], :not([data-scheme]))`).waitFor()
    if (isChecked) {
      const ofScheme = await findBarriers(page)
      barriers.push(...ofScheme.map((barrier) => `${colorScheme}: ${barrier}`))
    }
    if (!folder) continue
    const file = `${name}-${widths[size].width}-${colorScheme}.png`
    // Controls are still changing their colors, which takes a moment.
    await page.screenshot({ path: join(folder, file), animations: 'disabled' })
  }
  return barriers
}
