import type { Browser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { quantile, worstOf } from '../figures.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

/** Results of a browser performance trace. */
export type PageTrace = {
  /** Time between two drawn frames. */
  readonly frameMilliseconds: { readonly p50: number; readonly p99: number; readonly worst: number }
  /** Number of frames that the browser should have drawn and did not, and of all frames. */
  readonly droppedFrames: number
  readonly frames: number
  /** Number of tasks on the page's main thread that took at least 50 ms. */
  readonly longTasks: number
  readonly maxTaskMilliseconds: number
}

/** Event of a trace; times are in microseconds. */
type TraceEvent = {
  readonly name: string
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
  readonly args?: {
    readonly name?: string
    readonly chrome_frame_reporter?: { readonly state?: string }
  }
}

const categories = [
  'disabled-by-default-devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  'devtools.timeline',
  'toplevel',
  'benchmark',
  'cc',
]
const longTaskMilliseconds = 50

/** Runs an action and returns its result with the browser's performance trace. */
export async function tracePage<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly trace: PageTrace }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories })
  let result: Result
  let trace: Buffer
  try {
    result = await act()
  } finally {
    trace = await browser.stopTracing()
  }
  return { result, trace: readTrace(JSON.parse(trace.toString())) }
}

function readTrace({ traceEvents }: { readonly traceEvents: readonly TraceEvent[] }): PageTrace {
  const main = mainThreadOf(traceEvents)
  const ofPage = traceEvents.filter(({ pid }) => pid === main?.pid)
  const drawTimes = ofPage
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const gaps = drawTimes.slice(1).map((ts, index) => (ts - (drawTimes[index] ?? ts)) / 1000)
  const frameStates = ofPage.flatMap(({ args }) => args?.chrome_frame_reporter?.state ?? [])
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
    .map(({ dur = 0 }) => dur / 1000)
  return {
    frameMilliseconds: {
      p50: quantile(gaps, 0.5),
      p99: quantile(gaps, 0.99),
      worst: worstOf(gaps),
    },
    droppedFrames: frameStates.filter((state) => state === 'STATE_DROPPED').length,
    frames: Math.max(frameStates.length, drawTimes.length),
    longTasks: tasks.filter((milliseconds) => milliseconds >= longTaskMilliseconds).length,
    maxTaskMilliseconds: worstOf(tasks),
  }
}

/**
 * Returns the main thread of the process that drew the most frames: others belong to the browser
 * and to pages without a window.
 */
function mainThreadOf(events: readonly TraceEvent[]) {
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const drawnBy = (pid: number) =>
    events.filter((one) => one.pid === pid && one.name === 'DrawFrame').length
  return mains.toSorted((a, b) => drawnBy(b.pid) - drawnBy(a.pid))[0]
}
