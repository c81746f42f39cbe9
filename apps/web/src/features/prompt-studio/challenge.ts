import { showHiddenCharacters } from '@recto/contract/wire/names'

/** Reply of one of the models while an answer was judged. */
export type ChallengeStep = {
  readonly type: 'extraction' | 'challenge' | 'result'
  readonly title: string
  readonly model: string
  readonly isDone: boolean
  /** Score from 1 (wrong) to 5 (certainly right); undefined if nothing was judged. */
  readonly score: number | undefined
  readonly result: string
}

/** Log of a challenge: a second model judges an answer, and the first one may be asked again. */
export type LoggedChallenge = { readonly fileName: string; readonly runs: readonly ChallengeStep[] }

const maxScore = 5
const minPassingScore = 3

/**
 * Returns the score of a step; a successful step without a score counts as one with the highest.
 */
export const scoreOf = ({ score, isDone }: Pick<ChallengeStep, 'score' | 'isDone'>) =>
  score ?? (isDone ? maxScore : undefined)

export const verdictOf = (run: Pick<ChallengeStep, 'score' | 'isDone'>): 'Passed' | 'Failed' =>
  (scoreOf(run) ?? 0) >= minPassingScore ? 'Passed' : 'Failed'

/** Returns undefined if the answer was not judged. */
export function challengeFromWire(data: unknown): LoggedChallenge | undefined {
  if (!isObject(data) || !Array.isArray(data.runs)) return undefined
  const runs = data.runs.filter(isObject).map(runFromWire)
  if (runs.length === 0) return undefined
  return { fileName: showHiddenCharacters(textIn(data.file_name) ?? ''), runs }
}

type UnparsedRun = Readonly<Record<string, unknown>>

const runFromWire = (run: UnparsedRun): ChallengeStep => ({
  type: run.type === 'challenge' || run.type === 'result' ? run.type : 'extraction',
  title: textIn(run.title),
  model: textIn(run.model),
  isDone: run.status === 'success',
  score: typeof run.score === 'number' ? run.score : undefined,
  result: textIn(run.result),
})

const isObject = (value: unknown): value is UnparsedRun =>
  typeof value === 'object' && value !== null

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
