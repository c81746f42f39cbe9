import type { Debugger } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { questionAtWork } from './at-work.ts'

export type Culprit = {
  /** The id of the work that the loop computes; absent when it computes for none, or is not in JavaScript. */
  readonly work?: string
  /** Where it is, innermost first. */
  readonly stack: readonly string[]
}

const answerMilliseconds = 5000
const shownFrames = 12

/** Asks the loop of this process, from another thread, what it is at. It stays paused. */
export async function findCulprit(): Promise<Culprit> {
  const session = new Session()
  session.connectToMainThread()
  const culpritPromise = askLoop(session).catch(() => undefined)
  return (await Promise.race([culpritPromise, sleep(answerMilliseconds)])) ?? { stack: [] }
}

async function askLoop(session: Session): Promise<Culprit> {
  const { promise, resolve } = Promise.withResolvers<readonly Debugger.CallFrame[]>()
  // Frames name their scripts by id alone.
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.once('Debugger.paused', ({ params }) => resolve(params.callFrames))
  await session.post('Debugger.enable')
  await session.post('Debugger.pause')
  const frames = await promise
  const stack = frames.slice(0, shownFrames).map((frame) => describe(frame, urls))
  const work = frames[0] && (await askWork(session, frames[0]))
  return work === undefined ? { stack } : { work, stack }
}

async function askWork(
  session: Session,
  { callFrameId }: Debugger.CallFrame,
): Promise<string | undefined> {
  const { result } = await session.post('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: `globalThis.${questionAtWork}()`,
    returnByValue: true,
  })
  return typeof result.value === 'string' ? result.value : undefined
}

function describe(
  { functionName, location: { scriptId, lineNumber } }: Debugger.CallFrame,
  urls: ReadonlyMap<string, string>,
): string {
  return `${functionName || '(anonymous)'} ${urls.get(scriptId) ?? ''}:${lineNumber + 1}`
}
