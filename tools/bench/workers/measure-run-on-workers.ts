import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { type MeasuredRun, runOnWorkers } from './run-on-workers.ts'

const sizes = { full: 1200, quick: 66 }
const modelMilliseconds = 200
/** So few that the slots of a worker, and not the cores of the machine, limit its throughput. */
const placesOfWorker = 4

type RunRow = MeasuredRun & { readonly workers: number }

/** Measures a pipeline run from a folder to a table, with one worker and with four. */
export const measureRunOnWorkers: Part = async ({ isQuick, documents, print }) => {
  const files = isQuick ? sizes.quick : sizes.full
  const rows: RunRow[] = []
  for (const workers of [1, 4]) {
    print(`a run of ${files} files, ${workers} workers …`)
    // Images are left out: OCR would use the cores for seconds, and this is about slots.
    const corpus = documents.withoutImages()
    const run = await runOnWorkers({ workers, placesOfWorker, files, modelMilliseconds, corpus })
    rows.push({ workers, ...run })
    print(`${run.filesPerSecond.toFixed(1)} files a second`)
  }
  const complaints = rows.flatMap((row) => row.complaints)
  return { figures: rows, tables: [present(rows), documents.description], complaints }
}

function present(rows: readonly RunRow[]): string {
  const [first] = rows
  return table([
    [
      `a run, ${placesOfWorker} places a worker, model of ${modelMilliseconds} ms`,
      'seconds',
      'files/s',
      'against one',
      'under way',
      'against one',
      'cores',
    ],
    ...rows.map((row) => [
      `${row.workers} workers`,
      row.seconds.toFixed(1),
      row.filesPerSecond.toFixed(1),
      (row.filesPerSecond / (first?.filesPerSecond ?? Number.NaN)).toFixed(2),
      row.steadyFilesPerSecond.toFixed(1),
      (row.steadyFilesPerSecond / (first?.steadyFilesPerSecond ?? Number.NaN)).toFixed(2),
      row.coresOfMachine.toFixed(1),
    ]),
  ])
}
