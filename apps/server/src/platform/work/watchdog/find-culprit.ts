import type { Debugger } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentWorkFunction } from './at-work.ts'

export type Culprit = {
  /** The id of the work that blocks the event loop; absent if there is none, or if native code blocks it. */
  readonly work?: string
  /** Innermost frame first. */
  readonly stack: readonly string[]
}

const replyMilliseconds = 5000
const maxFrames = 12

/** Finds out, from another thread, what the event loop of this process is doing. The loop stays paused. */
export async function findCulprit(): Promise<Culprit> {
  const session = new Session()
  session.connectToMainThread()
  const culpritPromise = inspectLoop(session).catch(() => undefined)
  return (await Promise.race([culpritPromise, sleep(replyMilliseconds)])) ?? { stack: [] }
}

async function inspectLoop(session: Session): Promise<Culprit> {
  const { promise, resolve } = Promise.withResolvers<readonly Debugger.CallFrame[]>()
  // Frames name their scripts by id alone.
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.once('Debugger.paused', ({ params }) => resolve(params.callFrames))
  await session.post('Debugger.enable')
  await session.post('Debugger.pause')
  const frames = await promise
  const stack = frames.slice(0, maxFrames).map((frame) => describe(frame, urls))
  const work = frames[0] && (await inspectWork(session, frames[0]))
  return work === undefined ? { stack } : { work, stack }
}

async function inspectWork(
  session: Session,
  { callFrameId }: Debugger.CallFrame,
): Promise<string | undefined> {
  const { result } = await session.post('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: `globalThis.${currentWorkFunction}()`,
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
