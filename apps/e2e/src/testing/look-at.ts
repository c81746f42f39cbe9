import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import type { Visit } from './visit.ts'

const widths = { usual: { width: 1440, height: 900 }, narrow: { width: 900, height: 900 } } as const
const states = [
  { colorScheme: 'light', size: 'narrow', isChecked: false },
  { colorScheme: 'dark', size: 'narrow', isChecked: true },
  { colorScheme: 'dark', size: 'usual', isChecked: false },
  { colorScheme: 'light', size: 'usual', isChecked: true },
] as const

/**
 * Fails when the page keeps somebody out, by light in a usual window or in the dark in a narrow one.
 * With `RECTO_E2E_PICTURES`, a folder, it leaves a picture of each of the four there.
 */
export async function lookAt(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  const folder = process.env.RECTO_E2E_PICTURES
  if (folder) await mkdir(folder, { recursive: true })
  for (const { colorScheme, size, isChecked } of states) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(widths[size])
    // On a busy machine the page takes a moment to hear of it.
    await page.locator(`html[data-scheme="${colorScheme}"]`).waitFor()
    if (isChecked) {
      const found = await findBarriers(page)
      expect(found, `barriers at ${page.url()}, ${name}, ${colorScheme}`).toEqual([])
    }
    if (!folder) continue
    const file = `${name}-${widths[size].width}-${colorScheme}.png`
    await page.screenshot({ path: join(folder, file) })
  }
}
