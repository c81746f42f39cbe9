/**
 * A discrete-event simulation of the file queue: a worker with a free slot waits for the lock that all claims need
 * and takes as many files as it then has free slots. For each file it computes, waits for the model and computes
 * again. Nothing is random. Times are in seconds.
 */
export type Site = {
  readonly workers: number
  readonly placesOfWorker: number
  readonly files: number
  /** Time in which a file computes nothing: waiting for the model and for round trips. */
  readonly waitSeconds: number
  /** Time for which a claim holds the lock. */
  readonly claimSeconds: number
  /** Processor time per file in its worker and in the database. */
  readonly workerSeconds: number
  readonly databaseSeconds: number
  readonly coresOfDatabase: number
  /**
   * Cores of each worker's machine; absent when workers share the cores of the database's machine.
   */
  readonly coresOfNode?: number
}

export type QueueSimulation = {
  /** Throughput at full load, without the first fifth and the last tenth. */
  readonly filesPerSecond: number
  /** Share of time for which the lock is held, 0 to 1. */
  readonly lockHeld: number
  /** Mean time from a free slot to its next file. */
  readonly claimWaitSeconds: number
  readonly databaseBusy: number
}

export function simulateQueue(site: Site): QueueSimulation {
  const agenda = openAgenda()
  const lock = openCores(agenda, 1)
  const database = openCores(agenda, site.coresOfDatabase)
  const nodes = Array.from({ length: site.workers }, () =>
    site.coresOfNode === undefined ? database : openCores(agenda, site.coresOfNode),
  )
  const endTimes: number[] = []
  let left = site.files
  let waitedFiles = 0

  const runFile = (node: Cores, onDone: () => void) => {
    const half = { worker: site.workerSeconds / 2, database: site.databaseSeconds / 2 }
    const compute = (next: () => void) =>
      node.use(half.worker, () => database.use(half.database, next))
    compute(() => agenda.after(site.waitSeconds, () => compute(onDone)))
  }

  const work = (node: Cores) => {
    const freeSince: number[] = Array.from({ length: site.placesOfWorker }, () => 0)
    let isClaiming = false
    const claim = () => {
      if (isClaiming || freeSince.length === 0 || left === 0) return
      isClaiming = true
      lock.use(site.claimSeconds, () => {
        isClaiming = false
        const slots = freeSince.splice(0, Math.min(freeSince.length, left))
        left -= slots.length
        for (const since of slots) {
          waitedFiles += agenda.now() - since
          runFile(node, () => {
            endTimes.push(agenda.now())
            freeSince.push(agenda.now())
            claim()
          })
        }
        claim()
      })
    }
    claim()
  }
  for (const node of nodes) work(node)
  agenda.run()

  const seconds = agenda.now()
  const from = Math.floor(site.files * 0.2)
  const to = Math.floor(site.files * 0.9) - 1
  return {
    filesPerSecond: (to - from) / ((endTimes[to] ?? seconds) - (endTimes[from] ?? 0)),
    lockHeld: lock.busySeconds() / seconds,
    claimWaitSeconds: waitedFiles / site.files,
    databaseBusy: database.busySeconds() / seconds / site.coresOfDatabase,
  }
}

type Agenda = {
  now(): number
  after(seconds: number, act: () => void): void
  run(): void
}

type Entry = { readonly dueAt: number; readonly order: number; readonly act: () => void }

const isBefore = (a: Entry, b: Entry) =>
  a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order)

/** Creates an event queue on a heap. */
function openAgenda(): Agenda {
  const heap: Entry[] = []
  let time = 0
  let order = 0

  const swap = (a: number, b: number) => {
    const entry = heap[a] as Entry
    heap[a] = heap[b] as Entry
    heap[b] = entry
  }
  const rise = (from: number) => {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!isBefore(heap[index] as Entry, heap[parent] as Entry)) return
      swap(index, parent)
      index = parent
    }
  }
  const sink = () => {
    for (let index = 0; ; ) {
      const children = [2 * index + 1, 2 * index + 2].filter((child) => child < heap.length)
      const minIndex = children.reduce(
        (best, child) => (isBefore(heap[child] as Entry, heap[best] as Entry) ? child : best),
        index,
      )
      if (minIndex === index) return
      swap(index, minIndex)
      index = minIndex
    }
  }
  const takeNext = (): Entry => {
    const next = heap[0] as Entry
    const last = heap.pop() as Entry
    if (heap.length > 0) {
      heap[0] = last
      sink()
    }
    return next
  }

  return {
    now: () => time,
    after(seconds, act) {
      heap.push({ dueAt: time + seconds, order: order++, act })
      rise(heap.length - 1)
    },
    run() {
      while (heap.length > 0) {
        const { dueAt, act } = takeNext()
        time = dueAt
        act()
      }
    },
  }
}

type Cores = {
  /** Serves requests in order of arrival; `next` runs after the request was served. */
  use(seconds: number, next: () => void): void
  busySeconds(): number
}

function openCores(agenda: Agenda, count: number): Cores {
  type CoreRequest = { readonly seconds: number; readonly next: () => void }
  let queue: CoreRequest[] = []
  let begin = 0
  let free = count
  let busy = 0

  const serve = ({ seconds, next }: CoreRequest) => {
    free -= 1
    busy += seconds
    agenda.after(seconds, () => {
      free += 1
      next()
      const nextRequest = queue[begin]
      if (!nextRequest || free === 0) return
      begin += 1
      // Served requests are removed from the queue in batches.
      if (begin > 1000 && begin * 2 > queue.length) {
        queue = queue.slice(begin)
        begin = 0
      }
      serve(nextRequest)
    })
  }
  return {
    use(seconds, next) {
      if (free > 0 && queue.length === begin) serve({ seconds, next })
      else queue.push({ seconds, next })
    },
    busySeconds: () => busy,
  }
}
