import type { Person } from '../../../testing/people.ts'
import { openSharedInstallation, type SharedInstallation } from '../shared-installation.ts'
import type { ProgramName, RunningProcess } from '../start-process.ts'
import { adminWith, signIn } from '../start-product.ts'
import { openSite, type Site } from './site.ts'

/** Webs and workers on one database behind a door. */
export type SharedProcesses = Site & {
  readonly installation: SharedInstallation
  readonly webs: RunningProcess[]
  readonly workers: RunningProcess[]
  readonly schedulers: RunningProcess[]
  /** Returns the admin at the web processes in turn. */
  person(): Person
  /** The same admin at another address. */
  personAt(origin: string): Person
  databaseUrl(): Promise<string>
  output(): string
}

/** How often a worker took others for dead. */
export const deathsIn = (output: string): Readonly<Record<string, number>> => ({
  'times workers were taken for dead': output.split('a worker died;').length - 1,
})

type SharedProcessesOptions = {
  readonly webs: number
  readonly workers: number
  readonly schedulers?: number
  readonly env?: Readonly<Record<string, string>>
  /** Folder of the version that is started first, if it is not this one. */
  readonly tree?: string
}

export async function openTogether(
  cleaning: AsyncDisposableStack,
  { webs, workers, schedulers = 0, env, tree }: SharedProcessesOptions,
): Promise<SharedProcesses> {
  const installation = await openSharedInstallation(cleaning, env, {
    isMigrated: tree === undefined,
  })
  const start = (program: ProgramName, count: number) =>
    Array.from({ length: count }, () => installation.start(program, tree))
  const processes = {
    webs: start('web', webs),
    workers: start('worker', workers),
    schedulers: start('scheduler', schedulers),
  }
  const origins = await Promise.all(processes.webs.map(({ ready }) => ready))
  const otherProcesses = [...processes.workers, ...processes.schedulers]
  await Promise.all(otherProcesses.map(({ ready }) => ready))
  const [first = ''] = origins
  const cookies = await signIn(first)
  const personAt = (origin: string) => adminWith(cookies, origin)
  const persons = origins.map(personAt)
  let turn = 0
  return {
    ...(await openSite(cleaning, { folder: installation.folder, admin: personAt(first) })),
    ...processes,
    installation,
    personAt,
    person: () => persons[turn++ % persons.length]!,
    output: () =>
      Object.values(processes)
        .flat()
        .map((one) => one.output())
        .join('\n'),
    databaseUrl: async () => installation.databaseUrl,
  }
}
