import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'

const widths = [1440, 900]
const schemes = ['light', 'dark'] as const
let count = 0

/**
 * Saves screenshots of the page in the folder `RECTO_E2E_PICTURES`, if set, for people to look at: wide and narrow,
 * light and dark. Each state is checked for accessibility barriers as well.
 */
export async function keepPictures(page: Page): Promise<void> {
  const folder = process.env.RECTO_E2E_PICTURES
  const initialSize = page.viewportSize()
  if (!folder || !initialSize) return
  await mkdir(folder, { recursive: true })
  count += 1
  const place = new URL(page.url()).pathname.replace(/\W+/g, '-')
  const name = `${String(count).padStart(3, '0')}${place}`

  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: initialSize.height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The sign-in page follows the colour scheme of the browser without this attribute.
      await page.locator(`html:is([data-scheme="${colorScheme}"], :not([data-scheme]))`).waitFor()
      const barriers = await findBarriers(page)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      expect(barriers, `barriers at ${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize(initialSize)
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
}
