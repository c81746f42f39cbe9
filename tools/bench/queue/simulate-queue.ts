/**
 * The queue of files as it is built, event by event: a worker with a free place waits for the one lock under which all claim, takes as
 * many files as it has places free by then, and computes, waits for the model and computes again for each of them. Nothing is
 * drawn at random. Times are seconds.
 */
export type Site = {
  readonly workers: number
  readonly placesOfWorker: number
  readonly files: number
  /** In which a file computes nothing: the model's, and those of its round trips. */
  readonly waitSeconds: number
  /** For which a claim holds the lock. */
  readonly claimSeconds: number
  /** Processor time of a file: in its worker, and in the database. */
  readonly workerSeconds: number
  readonly databaseSeconds: number
  readonly coresOfDatabase: number
  /** Of each worker's machine; absent, workers share the cores of the database's machine. */
  readonly coresOfNode?: number
}

export type Simulated = {
  /** While all is under way: without the first fifth and the last tenth. */
  readonly filesPerSecond: number
  /** The part of the time in which somebody holds the lock, 0 to 1. */
  readonly lockHeld: number
  /** From a free place to its next file, on the mean. */
  readonly claimWaitSeconds: number
  readonly databaseBusy: number
}

export function simulateQueue(site: Site): Simulated {
  const agenda = openAgenda()
  const lock = openCores(agenda, 1)
  const database = openCores(agenda, site.coresOfDatabase)
  const nodes = Array.from({ length: site.workers }, () =>
    site.coresOfNode === undefined ? database : openCores(agenda, site.coresOfNode),
  )
  const ended: number[] = []
  let left = site.files
  let waited = 0

  const runFile = (node: Cores, over: () => void) => {
    const half = { worker: site.workerSeconds / 2, database: site.databaseSeconds / 2 }
    const compute = (next: () => void) =>
      node.use(half.worker, () => database.use(half.database, next))
    compute(() => agenda.after(site.waitSeconds, () => compute(over)))
  }

  const work = (node: Cores) => {
    const freeSince: number[] = Array.from({ length: site.placesOfWorker }, () => 0)
    let isClaiming = false
    const claim = () => {
      if (isClaiming || freeSince.length === 0 || left === 0) return
      isClaiming = true
      lock.use(site.claimSeconds, () => {
        isClaiming = false
        const taken = freeSince.splice(0, Math.min(freeSince.length, left))
        left -= taken.length
        for (const since of taken) {
          waited += agenda.now() - since
          runFile(node, () => {
            ended.push(agenda.now())
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
  const [from, to] = [Math.floor(site.files * 0.2), Math.floor(site.files * 0.9) - 1]
  return {
    filesPerSecond: (to - from) / ((ended[to] ?? seconds) - (ended[from] ?? 0)),
    lockHeld: lock.busySeconds() / seconds,
    claimWaitSeconds: waited / site.files,
    databaseBusy: database.busySeconds() / seconds / site.coresOfDatabase,
  }
}

type Agenda = {
  now(): number
  after(seconds: number, act: () => void): void
  run(): void
}

type Entry = { readonly at: number; readonly order: number; readonly act: () => void }

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** What happens next, from a heap. */
function openAgenda(): Agenda {
  const heap: Entry[] = []
  let time = 0
  let order = 0

  const swap = (a: number, b: number) => {
    const kept = heap[a] as Entry
    heap[a] = heap[b] as Entry
    heap[b] = kept
  }
  const rise = (from: number) => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isBefore(heap[at] as Entry, heap[parent] as Entry)) return
      swap(at, parent)
      at = parent
    }
  }
  const sink = () => {
    for (let at = 0; ; ) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < heap.length)
      const least = children.reduce(
        (best, child) => (isBefore(heap[child] as Entry, heap[best] as Entry) ? child : best),
        at,
      )
      if (least === at) return
      swap(at, least)
      at = least
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
      heap.push({ at: time + seconds, order: order++, act })
      rise(heap.length - 1)
    },
    run() {
      while (heap.length > 0) {
        const { at, act } = takeNext()
        time = at
        act()
      }
    },
  }
}

type Cores = {
  /** Whoever comes first is served first; `next` runs when it was. */
  use(seconds: number, next: () => void): void
  busySeconds(): number
}

function openCores(agenda: Agenda, count: number): Cores {
  type Wanted = { readonly seconds: number; readonly next: () => void }
  let waiting: Wanted[] = []
  let begin = 0
  let free = count
  let busy = 0

  const serve = ({ seconds, next }: Wanted) => {
    free -= 1
    busy += seconds
    agenda.after(seconds, () => {
      free += 1
      next()
      const following = waiting[begin]
      if (!following || free === 0) return
      begin += 1
      // What was served is forgotten now and then.
      if (begin > 1000 && begin * 2 > waiting.length) {
        waiting = waiting.slice(begin)
        begin = 0
      }
      serve(following)
    })
  }
  return {
    use(seconds, next) {
      if (free > 0 && waiting.length === begin) serve({ seconds, next })
      else waiting.push({ seconds, next })
    },
    busySeconds: () => busy,
  }
}
