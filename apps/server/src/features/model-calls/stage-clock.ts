/** Stages of the processing of a file that take time of the machine or of a model. */
export const stages = ['read', 'index', 'answer', 'check', 'deliver'] as const
type FileStage = (typeof stages)[number]

/** Duration of each stage in seconds; stages that did not happen are absent. */
export type StageSeconds = { readonly [stage in FileStage]?: number }

export type StageClock = {
  /** Adds the time of the work to a stage. */
  time<T>(stage: FileStage, work: () => Promise<T>): Promise<T>
  seconds(): StageSeconds
}

/** Stages that run while the questions are answered, and do not count as answering. */
const stagesWithinAnswer: readonly FileStage[] = ['read', 'index', 'check']

/** Measures the stages of a run, which may begin with those of an earlier run of the same file. */
export function createStageClock(earlier: StageSeconds = {}): StageClock {
  const totals = new Map<FileStage, number>()
  const add = (stage: FileStage, seconds: number) =>
    totals.set(stage, Math.max(0, (totals.get(stage) ?? 0) + seconds))
  for (const stage of stages) if (earlier[stage] !== undefined) add(stage, earlier[stage])
  return {
    async time(stage, work) {
      const start = performance.now()
      const totalBefore = sumWithinAnswer(totals)
      try {
        return await work()
      } finally {
        const seconds = (performance.now() - start) / 1000
        const secondsWithin = stage === 'answer' ? sumWithinAnswer(totals) - totalBefore : 0
        add(stage, Math.max(0, seconds - secondsWithin))
      }
    },
    seconds: () => Object.fromEntries(totals),
  }
}

const sumWithinAnswer = (totals: ReadonlyMap<FileStage, number>): number =>
  stagesWithinAnswer.reduce((sum, stage) => sum + (totals.get(stage) ?? 0), 0)

/** Runs work that belongs to a stage, which is measured if the run has a clock. */
export const timeStage = <T>(
  { stageClock }: { readonly stageClock?: StageClock | undefined },
  stage: FileStage,
  work: () => Promise<T>,
): Promise<T> => (stageClock ? stageClock.time(stage, work) : work())
