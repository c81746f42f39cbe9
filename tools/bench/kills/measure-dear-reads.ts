import { killDearReads } from '../../../apps/server/src/entry/testing/kills/dear-reads.ts'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { findVerdictComplaints, formatComplaints, verdictRows } from './present-verdict.ts'

/** Kills the product while it reads pictures. They need OCR, so a few of them are enough. */
export const measureDearReads: Part = async ({ kills, documents, print }) => {
  const killCount = Math.max(1, Math.round(kills / 3))
  const report = await killDearReads({
    documents: killCount * 3,
    kills: killCount,
    latencyMs: 150,
    corpus: documents.images(),
    print,
  })
  const text = table([
    ['everything killed, pictures that need OCR', ''],
    ['texts kept', String(report.texts)],
    ['texts read again after they were kept', String(report.readAgain.length)],
    ...verdictRows(report),
  ])
  const readAgain = formatComplaints({ 'a kept text was read again': report.readAgain })
  return {
    figures: report,
    tables: [text],
    complaints: [...findVerdictComplaints(report), ...readAgain],
  }
}
