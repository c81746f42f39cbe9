import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../apps/web/public/samples/', import.meta.url))
const samples: { file: string; processing_mode: string; [mark: string]: unknown }[] = JSON.parse(
  readFileSync(`${folder}samples.json`, 'utf8'),
)

test('[TX-054] ten documents come with the product, each with the mode that reads it best', () => {
  expect(samples).toHaveLength(10)
  for (const { file, processing_mode } of samples) {
    expect(
      readFileSync(folder + file)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(statSync(folder + file).size).toBeLessThan(60_000)
    expect(statSync(folder + file.replace(/pdf$/, 'webp')).size).toBeLessThan(12_000)
    expect(['form', 'native_text', 'low_cost', 'high_quality']).toContain(processing_mode)
  }
  const countMarked = (name: string) => samples.filter((one) => one[name] === true).length
  expect([countMarked('mark_vertical_lines'), countMarked('mark_horizontal_lines')]).toEqual([2, 1])
})
