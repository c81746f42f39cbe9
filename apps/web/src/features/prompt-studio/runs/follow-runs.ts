import { runsEvent } from '@recto/contract/sockets'
import type { LiveLine } from '../../../shared/live/line.ts'
import { askForRuns, runsFromNews } from '../run.queries.ts'
import type { Pass } from '../run.ts'
import { isUnderWay, type RunBoard } from './run-board.ts'

/** How soon it is asked again, where nothing is told: soon after a start, then less often. */
const SOONEST_MS = 300
const LATEST_MS = 5_000
/** What is told can be missed. */
const TOLD_MS = 15_000
/** What cannot be asked for so long is not shown as going on. */
const LOST_MS = 30_000

type Followed = {
  readonly projectId: string
  /** The single pass as it is now. */
  passOf(): Pass
}

/**
 * Keeps a board as the server has it: by what it tells, and by asking where it cannot be heard. Returns
 * what ends that.
 */
export function followRuns(
  board: RunBoard,
  line: LiveLine,
  { projectId, passOf }: Followed,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = SOONEST_MS
  let isOver = false
  let failingSince: number | undefined
  const isBusy = () => [...board.states.get().values()].some(isUnderWay) || board.hasLost()

  async function look() {
    clearTimeout(timer)
    timer = undefined
    const askedAt = performance.now()
    // What could not be asked now is asked again, as long as something is under way.
    const runs = await askForRuns(projectId, passOf()).catch(() => undefined)
    if (isOver) return
    failingSince = runs ? undefined : (failingSince ?? askedAt)
    if (runs) board.replace(runs, askedAt)
    else if (failingSince !== undefined && askedAt - failingSince >= LOST_MS) board.lose()
    plan()
  }
  function plan() {
    if (timer !== undefined || isOver) return
    if (!isBusy()) {
      wait = SOONEST_MS
      return
    }
    timer = setTimeout(() => void look(), line.isOpen.get() ? TOLD_MS : wait)
    wait = Math.min(wait * 1.5, LATEST_MS)
  }

  const ends = [
    line.listen(runsEvent, (data) => board.hear(runsFromNews(projectId, data, passOf()))),
    // Something may have happened while it could not be heard.
    line.isOpen.subscribe(() => void look()),
    board.states.subscribe(plan),
  ]
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const end of ends) end()
  }
}
