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
 * With `RECTO_E2E_PICTURES`, keeps pictures of the page in that folder for people to look at: wide and narrow,
 * light and dark, each looked through for barriers too.
 */
export async function keepPictures(page: Page): Promise<void> {
  const folder = process.env.RECTO_E2E_PICTURES
  const before = page.viewportSize()
  if (!folder || !before) return
  await mkdir(folder, { recursive: true })
  count += 1
  const place = new URL(page.url()).pathname.replace(/\W+/g, '-')
  const name = `${String(count).padStart(3, '0')}${place}`

  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: before.height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The door is a page of its own, which follows the browser without a word.
      await page.locator(`html:is([data-scheme="${colorScheme}"], :not([data-scheme]))`).waitFor()
      const found = await findBarriers(page)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      expect(found, `barriers at ${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
}
