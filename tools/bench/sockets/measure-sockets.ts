import { adminWith, signIn } from '../../../apps/server/src/entry/testing/start-product.ts'
import { openLine } from '../../../apps/server/src/testing/open-line.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table } from '../figures.ts'
import { openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { type Memory, readMemory } from '../watch-memory.ts'

/** Number of browsers, each with its own session and socket. */
const browsers = { full: 200, quick: 20 }
const atATime = 8
const listsOfEach = 5
const list = 'prompt-studio/'

type Figures = {
  readonly browsers: number
  readonly memoryBefore: Memory
  readonly memoryWithSessions: Memory
  readonly memoryWithSockets: Memory
  readonly listBefore: readonly number[]
  readonly listWithSockets: readonly number[]
}

/** Measures the memory of many signed-in browsers with open sockets, and the time of a list request beside them. */
export const measureSockets: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const { product, origin, admin } = await openInstallation(cleaning)
  const count = isQuick ? browsers.quick : browsers.full
  const askAs = (people: readonly Person[]) => askLists(people, count * listsOfEach)

  print('one browser …')
  await askAs([admin])
  const listBefore = await askAs([admin])
  const memoryBefore = await readMemory(product)

  print(`${count} browsers sign in …`)
  const people: Person[] = []
  while (people.length < count) people.push(adminWith(await signIn(origin), origin))
  await askAs(people)
  const memoryWithSessions = await readMemory(product)

  print(`${count} sockets …`)
  const lines = await Promise.all(
    people.map(async (person) => {
      const line = openLine(origin, { cookies: await person.cookies() })
      cleaning.defer(() => void line.socket.disconnect())
      await line.opened
      return line
    }),
  )
  const listWithSockets = await askAs(people)
  const memoryWithSockets = await readMemory(product)
  const lostSockets = lines.filter(({ socket }) => !socket.connected).length
  const figures: Figures = {
    browsers: count,
    memoryBefore,
    memoryWithSessions,
    memoryWithSockets,
    listBefore,
    listWithSockets,
  }
  return {
    figures,
    tables: [present(figures)],
    complaints: lostSockets > 0 ? [`${lostSockets} of ${count} sockets were lost`] : [],
  }
}

/**
 * Requests the lists for all people in turn, with as many concurrent requests as allowed; returns
 * milliseconds.
 */
async function askLists(people: readonly Person[], times: number): Promise<readonly number[]> {
  const milliseconds: number[] = []
  let next = 0
  const askOn = async () => {
    while (next < times) {
      const person = people[next % people.length]
      next += 1
      const start = performance.now()
      const reply = await person?.get(list)
      if (reply?.status !== 200) throw new Error(`The list answered ${reply?.status}.`)
      milliseconds.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atATime }, askOn))
  return milliseconds
}

const megabytes = ({ productMegabytes, postgresMegabytes }: Memory) => [
  `${productMegabytes.toFixed(0)} MB`,
  `${postgresMegabytes.toFixed(0)} MB`,
]
const milliseconds = (values: readonly number[]) =>
  [0.5, 0.95].map((share) => `${quantile(values, share).toFixed(1)} ms`)

function present(figures: Figures): string {
  const { browsers: count, listBefore, listWithSockets } = figures
  return table([
    ['memory', 'product', 'database'],
    ['one browser', ...megabytes(figures.memoryBefore)],
    [`${count} sessions`, ...megabytes(figures.memoryWithSessions)],
    [`${count} sessions with sockets`, ...megabytes(figures.memoryWithSockets)],
    [`list of projects, ${atATime} at a time`, 'p50', 'p95'],
    ['asked by one browser', ...milliseconds(listBefore)],
    [`asked by ${count} browsers with sockets`, ...milliseconds(listWithSockets)],
  ])
}
