import type { Browser, openBrowser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { quantile, worstOf } from '../quantile.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

/** Results of a browser performance trace. */
export type Traced = {
  /** Time between two drawn frames. */
  readonly frameMilliseconds: { readonly p50: number; readonly p99: number; readonly worst: number }
  /** Frames that the browser wanted to draw and did not, among all of them. */
  readonly dropped: number
  readonly frames: number
  /** Tasks of the page's thread of 50 ms and more. */
  readonly longTasks: number
  readonly longestTaskMilliseconds: number
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

/** Does something, and returns what the browser's performance trace says of it. */
export async function tracePage<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly traced: Traced }> {
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
  return { result, traced: readTrace(JSON.parse(trace.toString())) }
}

function readTrace({ traceEvents }: { readonly traceEvents: readonly TraceEvent[] }): Traced {
  const main = mainThreadOf(traceEvents)
  const ofPage = traceEvents.filter(({ pid }) => pid === main?.pid)
  const drawn = ofPage
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const gaps = drawn.slice(1).map((ts, index) => (ts - (drawn[index] ?? ts)) / 1000)
  const reported = ofPage.flatMap(({ args }) => args?.chrome_frame_reporter?.state ?? [])
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
    .map(({ dur = 0 }) => dur / 1000)
  return {
    frameMilliseconds: {
      p50: quantile(gaps, 0.5),
      p99: quantile(gaps, 0.99),
      worst: worstOf(gaps),
    },
    dropped: reported.filter((state) => state === 'STATE_DROPPED').length,
    frames: Math.max(reported.length, drawn.length),
    longTasks: tasks.filter((milliseconds) => milliseconds >= longTaskMilliseconds).length,
    longestTaskMilliseconds: worstOf(tasks),
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
