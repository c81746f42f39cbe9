import { killDearReads } from '../../../apps/server/src/entry/testing/kills/dear-reads.ts'
import type { Part } from '../part.ts'
import { table } from '../table.ts'
import { complaints, findBroken, verdictRows } from './present-verdict.ts'

/** Pictures take OCR, so few of them are enough. */
export const measureDearReads: Part = async ({ kills, print }) => {
  const killCount = Math.max(1, Math.round(kills / 3))
  const report = await killDearReads({
    documents: killCount * 3,
    kills: killCount,
    latencyMs: 150,
    print,
  })
  const text = table([
    ['everything killed, pictures that need OCR', ''],
    ['texts kept', String(report.texts)],
    ['texts read again after they were kept', String(report.readAgain.length)],
    ...verdictRows(report),
  ])
  const readAgain = complaints({ 'a kept text was read again': report.readAgain })
  return { figures: report, tables: [text], broken: [...findBroken(report), ...readAgain] }
}
